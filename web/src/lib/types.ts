// What the server sends; see smallworld/play/view_dict.py and smallworld/server.

export type Part = [name: string, amount: number];

export interface Legal {
  do: string;
  price?: number;
  parts?: Part[];
  short?: number;
  final?: boolean;
}

export interface Empire {
  race: string;
  power: string | null;
  regions: string[];
  hand: number;
  withdrawn: number;
  tray: number;
  hammers: number;
  first_turn: boolean;
  speaks: string[];
}

export interface SeatView {
  name: string;
  coins: number | null;
  active: Empire | null;
  declined: Empire[];
}

export interface RegionView {
  name: string;
  terrain: string;
  symbols: string[];
  holder: string | null;
  race: string | null;
  tokens: number;
  declined: boolean;
  pieces: Record<string, number>;
  markers: string[];
  immune: boolean;
}

export interface Combo {
  race: string;
  power: string;
  coins: number;
  cost: number;
}

export interface Result {
  coins: number[];
  tokens: number[];
  winners: string[];
}

export interface View {
  seat: string | null;
  map: string;
  coins: string;
  turn: number;
  turns: number;
  current: string;
  phase: string;
  to_act: string | null;
  die: number | null;
  seats: SeatView[];
  regions: RegionView[];
  row: Combo[];
  stacks: { races: number; powers: number; bottom: string[]; finds: number };
  discards: { powers: string[] };
  notes: Record<string, unknown>;
  legal: Legal[];
  score: { total: number; parts: Part[] } | null;
  result: Result | null;
}

export interface GameEvent {
  line: number;
  turn: number;
  kind: string;
  seat?: string;
  do?: string;
  region?: string;
  amount?: number;
  name?: string;
  other?: string;
  parts?: Part[];
}

export interface TableSeat {
  seat: string;
  name: string;
  kind: "device" | "link" | "computer";
  level: string | null;
  connected: boolean;
  computer: string | null;
  away: number | null;
  free: boolean;
}

export interface TableInfo {
  id: string;
  map: string;
  drawing: string; // what the drawing of the map is asked for by
  world: string;
  turns: number;
  seats: TableSeat[];
  watch: string;
  takeover_after: number;
  rematch: string | null;
  options: { coins: string; settings?: Record<string, unknown>; custom?: string[]; hints?: boolean };
}

export interface Undo {
  step: number | null;
  turn: number | null;
}

export interface Welcome {
  t: "welcome";
  table: TableInfo;
  you: string[];
  n: number;
  line: number;
  from: number;
  view: View;
  undo: Undo;
  events: GameEvent[];
  over: boolean;
}

export interface ViewMessage {
  t: "view";
  n: number;
  line: number;
  from: number;
  view: View;
  undo: Undo;
  events: GameEvent[];
  seats?: TableSeat[];
  over: boolean;
}

export type Fact = number | string | string[];
export type Facts = Record<string, Fact>;

export interface Why {
  region: string;
  price: number | null;
  parts: Part[];
  force: number;
  reason: string | null;
  rule: string | null;
  why: string | null;
  facts: Facts;
}

export interface Trial {
  do: string;
  events: GameEvent[];
  final: boolean;
}

/** A reason of a hint, by a name with facts. */
export interface Because {
  code: string;
  facts: Facts;
}

export interface Hint {
  n: number; // the version it is about
  do: string;
  reason: string; // in English
  gains: Because[];
  risks: Because[];
}

export interface ReviewStep {
  move: number;
  turn: number;
  seat: string;
  kind: "play" | "luck";
  do: string;
  expected: number[]; // coins of every seat at the end, after this move
  change: number[];
}

export interface Mistake {
  move: number;
  turn: number;
  seat: string;
  do: string;
  better: string;
  lost: number; // coins at the end, compared with the others'
  own: number;
}

/** A finished game looked through: for each seat start + luck + own + others = end. */
export interface Review {
  seats: string[];
  turns: number;
  simulations: number;
  start: number[];
  end: number[];
  luck: number[];
  own: number[];
  others: number[];
  steps: ReviewStep[];
  mistakes: Mistake[];
}

export interface ServerError {
  t: "error";
  id: string | null;
  code: string;
  why: string;
  facts: Facts;
  text: string;
  rule: string | null;
}

export type ServerMessage =
  | Welcome
  | ViewMessage
  | ServerError
  | { t: "ack"; id: string; n: number; line: number }
  | ({ t: "answer"; id: string } & Partial<Why> & Partial<Trial> & Partial<Hint> & { line?: number; view?: View; review?: Review | null })
  | { t: "review"; review: Review }
  | { t: "pong" }
  | { t: "seats"; seats: TableSeat[] }
  | { t: "rematch"; table: string; watch: string };

// ---- drawings ----

export interface RegionDrawing {
  path: string;
  center: [number, number];
  radius: number;
  spots: [number, number][];
  marks: [number, number, number][];
}

export interface RegionFacts {
  terrain: string;
  symbols: string[];
  edge: boolean;
  neighbours: string[];
}

export interface Drawing {
  map: string;
  width: number;
  height: number;
  scale: number;
  regions: Record<string, RegionDrawing>;
  borders: { kind: string; path: string }[];
  facts: Record<string, RegionFacts>;
}

// ---- HTTP ----

/** A map on offer; only home-made ones have a title. */
export interface Board {
  name: string;
  title: string;
  drawing: string;
  players: number;
  turns: number;
  underground: boolean;
  regions: number;
}

export interface Setup {
  maps: Board[];
  levels: { name: string; text: string; rating: number | null }[];
  worlds: string[];
  settings: unknown;
  customs: string[];
  languages: string[];
  die?: number[];
}

export interface Entry {
  name: string;
  text: string;
  kind?: string;
  section?: string;
  rulings?: string[];
  numbers?: { tokens?: number; supply?: number };
}

export interface Texts {
  lang: string;
  traits: Record<string, Entry>;
  pieces: Record<string, Entry>;
  terms: Record<string, Entry>;
}

export interface SeatSecret {
  seat: string;
  kind: "device" | "link" | "computer";
  name: string;
  secret: string | null;
}

export interface Created {
  table: string;
  watch: string;
  seats: SeatSecret[];
}

export interface MyGame {
  table: string;
  map: string;
  title: string;
  world: string;
  seats: { seat: string; name: string; kind: string }[];
  you: string[];
  turn: number;
  turns: number;
  to_act: string | null;
  n: number;
  line: number;
  over: boolean;
  result: Result | null;
  created: number;
  moved: number;
  watch: string;
}

export interface OpenTable {
  table: string;
  map: string;
  title: string;
  world: string;
  turns: number;
  coins: string;
  seats: { seat: string; name: string; kind: string; free: boolean }[];
  created: number;
}
