// What crosses the wire. Written by tools/wire_types.py from smallworld/wire and the server's
// messages: do not edit, run `python -m tools.wire_types`.

export type PartCode =
  | "land" | "terrain" | "natives" | "race" | "piece" | "trait" | "as_if_empty" | "own_decline" | "die" | "one_token" | "at_least_one" | "regions" | "paid" | "found";

export type Verb =
  | "pick" | "expand" | "decline" | "abandon" | "conquer" | "roll" | "stop" | "deploy" | "use" | "give up" | "pass" | "done" | "die" | "race" | "power" | "find" | "grant";

export type PhaseKind =
  | "pick" | "start" | "choose" | "risen" | "ready" | "conquest" | "redeploy" | "placements" | "defenders" | "late decline" | "ask" | "over" | "die" | "race" | "power" | "find" | "grant";

export type Natives =
  | "Lost Tribe" | "Monsters";

export type EntryKind =
  | "move" | "luck" | "turn" | "picked" | "revealed" | "rolled" | "conquered" | "repelled" | "lost" | "withdrawn" | "left" | "deployed" | "placed" | "found" | "granted" | "declined" | "vanished" | "paid" | "scored" | "over";

export type Obstacle =
  | "" | "rules" | "luck";

export type EntryOf =
  | "race" | "power" | "relic" | "place" | "piece" | "term";

export type Code =
  | "illegal" | "stale" | "forbidden" | "malformed" | "rate" | "busy" | "over" | "trouble" | "unknown";

/** One part of a sum. */
export interface Part {
  code: PartCode;
  amount: number;
  name?: string;
}

/** A trait's own means to conquer or to decline. */
export interface WayTaken {
  trait: string;
  stands_for?: string;
}

/** A decision, or an outcome of luck. */
export interface ActionView {
  do: string;
  verb: Verb;
  region?: string;
  tokens?: number;
  combo?: number;
  swap?: number;
  race?: string;
  power?: string;
  ways?: WayTaken[];
  trait?: string;
  word?: string;
  stands_for?: string;
  piece?: string;
  pieces?: number;
  amount?: number;
  seat?: string;
  pips?: number;
}

/** What going into decline leaves and brings, tried on a copy. */
export interface DeclineOutcome {
  regions: number;
  coins: number | null;
  gone: string[];
}

/** An action that is possible now, or after others, with what it costs. */
export interface LegalAction extends ActionView {
  price?: number;
  parts?: Part[];
  short?: number;
  odds?: number;
  final?: boolean;
  first?: string[];
  swaps?: "tray" | "hand";
  left?: number;
  unused?: string[];
  outcome?: DeclineOutcome;
  then?: string[];
}

/** What an action would bring about. */
export interface Trial {
  do: string;
  events: LogEntry[];
  final: boolean;
  score: ScorePreview | null;
}

/** What a conquest of a region costs, and what stands in its way if anything does. */
export interface RegionAnswer {
  region: string;
  price: number | null;
  parts: Part[];
  force: number;
  reason: string | null;
  rule: string | null;
  why: string | null;
  facts: Record<string, number | string | string[]>;
}

/** One turn of a seat: with whom it was played, and what it brought. */
export interface DealTurn {
  turn: number;
  race: string;
  power: string;
  picked: boolean;
  declined: boolean;
  coins: number;
  total: number;
}

/** A seat in a game that is over. */
export interface DealSeat {
  seat: string;
  name: string;
  level: string;
  coins: number;
  place: number;
  turns: DealTurn[];
}

/** A game of a deal that is over. */
export interface DealGame {
  table: string;
  ended: number;
  seats: DealSeat[];
}

/** A deal by its code, and who has played it here, the best first. */
export interface DealInfo {
  code: string;
  map: string;
  players: number;
  turns: number;
  first: string;
  games: DealGame[];
}

/** The game of a day: the same for everybody. */
export interface DailyGame {
  day: string;
  code: string;
  map: string;
  players: number;
  level: string;
}

/** An action, and how the game is expected to end for the seat after it. */
export interface ExpectedResult {
  do: string;
  coins: number;
  lead: number;
}

/** A combo of the row, and how the game is expected to end if it is taken now. */
export interface ComboForecast {
  combo: number;
  coins: number;
  lead: number;
  error: number;
}

/** How the game is expected to end if the race goes on, and if it declines now. */
export interface DeclineForecast {
  expand: ExpectedResult;
  decline: ExpectedResult;
  error: number;
}

/** What is being decided, or which luck is due. */
export interface Phase {
  kind: PhaseKind;
  trait?: string;
}

/** A race of a seat. */
export interface EmpireView {
  race: string;
  power: string | null;
  regions: string[];
  hand: number;
  usable: number;
  returning: number;
  withdrawn: number;
  tray: number;
  hammers: number;
  first_turn: boolean;
  speaks: string[];
}

/** What lies before a seat. */
export interface SeatView {
  name: string;
  coins: number | null;
  active: EmpireView | null;
  declined: EmpireView[];
}

/** A region, and what is in it. */
export interface RegionView {
  name: string;
  terrain: string;
  symbols: string[];
  holder: string | null;
  race: string | null;
  natives: Natives | null;
  tokens: number;
  declined: boolean;
  pieces: Record<string, number>;
  markers: string[];
  immune: boolean;
}

/** A race and a power in the row. */
export interface Combo {
  number: number;
  race: string;
  power: string;
  tokens: number;
  coins: number;
  cost: number;
}

/** What has not been turned up. */
export interface Stacks {
  races: number;
  powers: number;
  bottom: string[];
  finds: number;
}

/** What was turned up and laid aside. */
export interface Discards {
  powers: string[];
}

/** A region that can take tokens. */
export interface PoolRegion {
  region: string;
  proposed: number;
}

/** Tokens of one race that can be put down now, and where. */
export interface Pool {
  race: string;
  tokens: number;
  regions: PoolRegion[];
}

/** A trait's own action that a good player would take: a piece put down, a seat named. */
export interface ProposedUse {
  action: ActionView;
  later: boolean;
}

/** What the seat would score if its turn ended now, tried on a copy. */
export interface ScorePreview {
  total: number;
  parts: Part[];
  by?: string[];
}

/** How a game ended; coins, tokens and places in the order of the seats. */
export interface Ending {
  coins: number[];
  tokens: number[];
  winners: string[];
  places?: number[];
}

/** Everything the viewer may see. */
export interface GameView {
  seat: string | null;
  map: string;
  coins: "hidden" | "open";
  turn: number;
  turns: number;
  current: string;
  phase: Phase;
  to_act: string | null;
  die: number | null;
  seats: SeatView[];
  regions: RegionView[];
  row: Combo[];
  stacks: Stacks;
  discards: Discards;
  notes: Record<string, [number, number] | string>;
  legal: LegalAction[];
  ahead: LegalAction[];
  hand: number | null;
  pools: Pool[];
  placements: ProposedUse[];
  score: ScorePreview | null;
  result: Ending | null;
}

/** What a region was worth when its holder scored. */
export interface RegionCoins {
  region: string;
  coins: number;
}

/** One entry of the log: a move, an outcome of luck, or something that came of it. */
export interface LogEntry {
  line: number;
  turn: number;
  kind: EntryKind;
  seat?: string;
  action?: ActionView;
  region?: string;
  race?: string;
  power?: string;
  thing?: string;
  other?: string;
  tokens?: number;
  pieces?: number;
  coins?: number;
  pips?: number;
  parts?: Part[];
  paying?: RegionCoins[];
}

/** One conquest of a plan. */
export interface PlanStep {
  region: string;
  do: string;
  first: string[];
  price: number | null;
  odds: number;
  left: number;
  obstacle: Obstacle;
  why: string | null;
  facts: Record<string, number | string | string[]>;
}

/** What would stand in a region at the end of the turn. */
export interface PlannedTokens {
  region: string;
  tokens: number;
}

/** The conquests, what could follow them, and how the turn would end after them. */
export interface TurnPlan {
  steps: PlanStep[];
  open: LegalAction[];
  coins: number | null;
  coins_failed: number | null;
  standing: PlannedTokens[];
}

/** A picture: one of the art by its id, or what a home-made file brings. */
export interface Emblem {
  symbol?: string;
  plate?: string;
  fill?: string;
  drawing?: string;
}

/** What is said of one name, in one language, and its picture. */
export interface TextEntry {
  name: string;
  kind: EntryOf;
  text: string;
  rulings?: string[];
  tokens?: number;
  supply?: number;
  action?: string;
  emblem?: Emblem;
  short?: string;
}

/** What a home-made file brings, by the names the game uses. */
export interface CustomTexts {
  traits: Record<string, TextEntry>;
  pieces: Record<string, TextEntry>;
}

/** A house rule in words. */
export interface SettingTexts {
  text: string;
  values: Record<string, string>;
}

/** The encyclopedia in one language, by the names the game uses. */
export interface Texts {
  lang: string;
  traits: Record<string, TextEntry>;
  pieces: Record<string, TextEntry>;
  terms: Record<string, TextEntry>;
  natives: Record<Natives, TextEntry>;
  settings: Record<string, SettingTexts>;
  customs: Record<string, CustomTexts>;
}

/** A board to choose. */
export interface MapInfo {
  name: string;
  title: string;
  drawing: string;
  players: number;
  turns: number;
  underground: boolean;
  regions: number;
}

/** A computer player to choose. */
export interface LevelInfo {
  name: string;
  text: string;
  rating: number | null;
}

/** A point of the rules that a table may decide otherwise. */
export interface SettingInfo {
  values: (boolean | string)[];
  usual: boolean | string;
  worlds: string[];
  rule: string;
}

/** A home-made file that tables may use. */
export interface CustomInfo {
  file: string;
  races: string[];
  powers: string[];
}

/** What a table can be like. */
export interface Setup {
  maps: MapInfo[];
  levels: LevelInfo[];
  beginners: string;
  worlds: string[];
  settings: Record<string, SettingInfo>;
  customs: CustomInfo[];
  languages: string[];
}

/** How a region looks: its outline, its middle, and places for what stands there. */
export interface RegionDrawing {
  path: string;
  center: [number, number];
  radius: number;
  spots: [number, number][];
  marks: [number, number, number][];
}

/** A line on the board. */
export interface BorderDrawing {
  kind: string;
  path: string;
}

/** What is printed of a region. */
export interface RegionFacts {
  terrain: string;
  symbols: string[];
  edge: boolean;
  neighbours: string[];
}

/** How a board looks, and what is printed on it. */
export interface Drawing {
  map: string;
  width: number;
  height: number;
  scale: number;
  regions: Record<string, RegionDrawing>;
  borders: BorderDrawing[];
  facts: Record<string, RegionFacts>;
}

/** One move, and what it changed in the coins every seat could expect. */
export interface ReviewStep {
  move: number;
  turn: number;
  seat: string;
  kind: "play" | "luck";
  expected: number[];
  change: number[];
}

/** A decision that cost coins, and what would have been better. */
export interface ReviewMistake {
  move: number;
  turn: number;
  seat: string;
  done: LegalAction;
  better: LegalAction;
  lost: number;
  own: number;
}

/** For each seat start + luck + own + others = end. */
export interface GameReview {
  seats: string[];
  turns: number;
  simulations: number;
  start: number[];
  end: number[];
  luck: number[];
  own: number[];
  others: number[];
  steps: ReviewStep[];
  mistakes: ReviewMistake[];
}

/** What was chosen when the table was made. */
export interface TableOptions {
  coins: "hidden" | "open";
  places: boolean;
  first: string;
  settings: Record<string, boolean | string>;
  custom: string[];
  monsters: string[];
  hints: boolean;
}

// ---- requests, and what is told to pages ----

/** The first message: the seats it has, or the right to watch, and what it already knows. */
export interface JoinRequest {
  t: "join";
  secrets?: string[];
  watch?: string | null;
  after?: number | null;
  person?: string | null;
}

/** A decision, made looking at version `at`, after those that have to come first. */
export interface MoveRequest {
  t: "do";
  id: string;
  seat: string;
  at: number;
  do: string;
  first?: string[];
}

/** Back to the position after line `to`. */
export interface UndoRequest {
  t: "undo";
  id: string;
  seat: string;
  at: number;
  to: number;
}

/** What an action would bring, after those that have to come first. */
export interface TryRequest {
  t: "try";
  id: string;
  seat: string;
  do: string;
  first?: string[];
}

/** What a region costs, or why it cannot be had. */
export interface RegionRequest {
  t: "why";
  id: string;
  seat: string;
  region: string;
}

/** Who could take what from the seat, where hints are allowed. */
export interface ThreatsRequest {
  t: "threats";
  id: string;
  seat: string;
}

/** What would come of conquering these regions in this order, in the seat's own turn? */
export interface PlanRequest {
  t: "plan";
  id: string;
  seat: string;
  regions: string[];
}

/** The public view after a line. */
export interface PositionRequest {
  t: "position";
  id: string;
  line: number;
}

/** What would a strong player do now, and why? */
export interface HintRequest {
  t: "hint";
  id: string;
  seat: string;
}

/** What was expected when, and where was it lost? For finished games. */
export interface ReviewRequest {
  t: "review";
  id: string;
}

/** Let a computer play the seat; None: take it back. */
export interface TakeoverRequest {
  t: "takeover";
  id: string;
  seat: string;
  level: string | null;
}

/** Somebody sits there: no computer need play on. */
export interface HereRequest {
  t: "here";
  id: string;
  seat: string;
}

/** The host wants the guest of that seat to go; from now on it is opened by this secret. */
export interface RemoveGuestRequest {
  t: "remove";
  id: string;
  seat: string;
  secret: string;
}

/** A new name for the person in the seat. */
export interface RenameRequest {
  t: "name";
  id: string;
  seat: string;
  name: string;
}

/** What the seat answers by itself, from now on, when it has to regroup in another's turn. */
export interface OrdersRequest {
  t: "orders";
  id: string;
  seat: string;
  orders: "ask" | "borders" | "spread";
}

/** A line for everybody at the table, or a phrase that each reads in their own language. */
export interface SayRequest {
  t: "say";
  id: string;
  seat: string;
  text?: string;
  phrase?: "hello" | "luck" | "well" | "thinking" | "hurry" | "thanks" | "sorry" | "again" | "bye" | null;
}

/** The host lets people talk, or not. */
export interface ChatSwitchRequest {
  t: "chat";
  id: string;
  seat: string;
  on: boolean;
}

/** Are you there? */
export interface PingRequest {
  t: "ping";
}

/** A computer of that level plays on in so many seconds, unless the person of the seat acts. */
export interface TakeoverNotice {
  level: string;
  seconds: number;
}

/** How much time people have, and what happens when it is over. */
export interface ClockRules {
  per: "turn" | "game";
  seconds: number;
  bonus: number;
  then: "turn" | "seat";
  level: string;
}

/** The time of a seat, as it was when the message was written. */
export interface SeatClock {
  left: number;
  runs: boolean;
  late: boolean;
  lost: boolean;
}

/** A seat as everybody at the table sees it. */
export interface SeatStatus {
  seat: string;
  name: string;
  kind: string;
  level: string | null;
  connected: boolean;
  computer: string | null;
  away: number | null;
  free: boolean;
  guest: boolean;
  warning: TakeoverNotice | null;
  clock: SeatClock | null;
}

/** Something that somebody said: a text, or a phrase. */
export interface ChatLine {
  number: number;
  seat: string;
  text: string;
  phrase: "hello" | "luck" | "well" | "thinking" | "hurry" | "thanks" | "sorry" | "again" | "bye" | null;
}

/** What the table is, apart from the game. */
export interface TableInfo {
  id: string;
  map: string;
  drawing: string;
  world: string;
  turns: number;
  options: TableOptions;
  seats: SeatStatus[];
  watch: string;
  open: boolean;
  created: number;
  begun: number;
  deal: string;
  takeover_after: number;
  takeover_levels: string[];
  host: string;
  closed: boolean;
  rematch: string | null;
  chat: boolean;
  said: ChatLine[];
  clock: ClockRules | null;
}

/** The lines to go back to for one step, and for the whole turn. */
export interface UndoRange {
  step: number | null;
  turn: number | null;
}

/** The answer to a join: all there is to know. */
export interface WelcomeMessage {
  t: "welcome";
  table: TableInfo;
  you: string[];
  orders: string[];
  n: number;
  line: number;
  view: GameView;
  undo: UndoRange;
  events: LogEntry[];
  from: number;
  over: boolean;
}

/** The position after a change, and what happened. */
export interface ViewMessage {
  t: "view";
  n: number;
  line: number;
  view: GameView;
  undo: UndoRange;
  events: LogEntry[];
  from: number;
  seats: SeatStatus[];
  over: boolean;
}

/** Somebody came, left, was renamed or replaced. */
export interface SeatsMessage {
  t: "seats";
  seats: SeatStatus[];
}

/** The same people play again at another table. */
export interface RematchMessage {
  t: "rematch";
  table: string;
  watch: string;
}

/** Somebody said something. */
export interface SaidMessage {
  t: "said";
  line: ChatLine;
}

/** The host lets people talk, or not any more; then what was said is gone. */
export interface ChatMessage {
  t: "chat";
  on: boolean;
}

/** It is done and kept. */
export interface AckMessage {
  t: "ack";
  id: string;
  n: number;
  line: number;
}

/** So much of the review is made, in per cent. */
export interface ReviewProgress {
  t: "reviewing";
  percent: number;
}

/** The review of the finished game is there. */
export interface ReviewMessage {
  t: "review";
  review: GameReview;
}

/** It is not done, and why: in English, and by name with facts for other languages. */
export interface ErrorMessage {
  t: "error";
  id: string | null;
  code: Code;
  why: string;
  facts: Record<string, number | string | string[]>;
  text: string;
  rule: string | null;
}

/** Yes. */
export interface PongMessage {
  t: "pong";
}

/** The answer to a question for a position. */
export interface PastPosition {
  line: number;
  view: GameView;
}

/** A reason of a hint, by a code with facts, for every reader in their words. */
export interface HintReason {
  code: string;
  facts: Record<string, number | string>;
}

/** The answer to a question for a hint. */
export interface HintAnswer {
  n: number;
  do: string;
  reason: string;
  gains: HintReason[];
  risks: HintReason[];
  expected: ExpectedResult | null;
  others: ExpectedResult[];
  market: ComboForecast[];
  clock: DeclineForecast | null;
}

/** An attack that is open to an opponent's race. */
export interface AttackView {
  region: string;
  seat: string;
  tokens: number;
  ready: boolean;
}

/** The answer to a question for threats: the cheapest attack of each opponent by region. */
export interface ThreatsAnswer {
  n: number;
  threats: AttackView[];
}

/** The answer to a question for a review; None: it is being made, and so far. */
export interface ReviewAnswer {
  review: GameReview | null;
  percent: number;
}

/** The host lets somebody else be host: whoever sits in that seat. */
export interface HandOverRequest {
  t: "host";
  id: string;
  seat: string;
}

/** The host ends the game for all, without a result. */
export interface CloseTableRequest {
  t: "close";
  id: string;
  seat: string;
}

/** Somebody else hosts the table now. */
export interface HostMessage {
  t: "host";
  host: string;
}

/** The host has closed the table: nothing can be played any more, and nothing is lost. */
export interface ClosedMessage {
  t: "closed";
}

/** A seat of a new table, with its secret where the asker may have it. */
export interface SeatAccess {
  seat: string;
  kind: string;
  name: string;
  secret: string | null;
}

/** A new table. */
export interface CreatedTable {
  table: string;
  watch: string;
  seats: SeatAccess[];
}

/** Somebody who wants a free seat of an open table. */
export interface GuestRequest {
  name?: string;
}

/** The seat a guest was given. */
export interface SeatGranted {
  table: string;
  seat: string;
  secret: string;
  watch: string;
}

/** The secrets a browser holds. */
export interface SecretsRequest {
  secrets: string[];
  person?: string | null;
}

/** A game that was played elsewhere, to be looked at here. */
export interface RecordRequest {
  record: string;
  custom?: string[];
}

/** A seat in a list of tables. */
export interface SeatSummary {
  seat: string;
  name: string;
  kind: string;
  free: boolean;
}

/** A game in the list of mine. */
export interface GameSummary {
  table: string;
  map: string;
  title: string;
  world: string;
  seats: SeatSummary[];
  you: string[];
  turn: number;
  turns: number;
  to_act: string | null;
  left: number | null;
  n: number;
  line: number;
  over: boolean;
  result: Ending | null;
  created: number;
  moved: number;
  watch: string;
}

/** My games. */
export interface MyGames {
  running: GameSummary[];
  finished: GameSummary[];
}

/** A table that waits for guests. */
export interface OpenTableSummary {
  table: string;
  map: string;
  title: string;
  world: string;
  turns: number;
  coins: string;
  per: string;
  seconds: number;
  seats: SeatSummary[];
  created: number;
}

/** All of them. */
export interface OpenTables {
  tables: OpenTableSummary[];
}

/** The first message: the language, and what the learner has done so far. */
export interface LearnRequest {
  t: "learn";
  lang?: string;
  played?: string[];
  digest?: string;
}

/** Go on; back to before the last answer; show how it is done; from the beginning. */
export interface StepRequest {
  t: "step";
  id: string;
  act: "next" | "back" | "show" | "again";
}

/** Something that is pointed at. */
export interface LessonMark {
  kind: "region" | "combo" | "button" | "way" | "coins" | "hand" | "seat" | "row" | "log" | "die" | "turn";
  name: string;
}

/** Where the lesson is, and what the voice says. */
export interface LessonMessage {
  t: "lesson";
  lesson: string;
  title: string;
  step: number;
  steps: number;
  text: string;
  said: "say" | "well" | "tried" | "end";
  goes_on: boolean;
  marks: LessonMark[];
  delight: string;
  refused: string;
  played: string[];
  digest: string;
  changed: boolean;
  next: string;
}

/** A lesson in a list. */
export interface LessonSummary {
  lesson: string;
  title: Record<string, string>;
  goal: Record<string, string>;
  seconds: number;
  world: string;
  digest: string;
}

/** All of them. */
export interface LessonList {
  lessons: LessonSummary[];
}

/** The first message: what was done in the turn so far. */
export interface PuzzleRequest {
  t: "puzzle";
  lang?: string;
  played?: string[];
}

/** Once more from the beginning; or show the best turn. */
export interface SolveRequest {
  t: "solve";
  id: string;
  act: "again" | "show";
}

/** What the turn was worth, and what would have been best. */
export interface PuzzleVerdict {
  answer: "best" | "idea" | "other";
  about: "combo" | "decline" | "campaign";
  lost: number;
  error: number;
  best: LogEntry[];
  other: LogEntry[];
  gain: number;
  gain_error: number;
  certainty: number;
  simulations: number;
  reasons: HintReason[];
  risks: HintReason[];
  found_by: string[];
}

/** Where somebody is in a puzzle. */
export interface PuzzleMessage {
  t: "puzzle";
  puzzle: string;
  seat: string;
  question: "combo" | "turn";
  grade: number;
  state: "play" | "judging" | "judged" | "shown";
  played: string[];
  verdict: PuzzleVerdict | null;
  next: string;
}

/** A puzzle in a list. */
export interface PuzzleSummary {
  puzzle: string;
  map: string;
  world: string;
  question: "combo" | "turn";
  grade: number;
  players: number;
  turn: number;
  turns: number;
}

/** All of them, the easier before the harder. */
export interface PuzzleList {
  puzzles: PuzzleSummary[];
}

/** Whether others can come, and by which hosts; the port is the one the page knows. */
export interface Reach {
  network: boolean;
  hosts: string[];
}

/** How this server can reach people. */
export interface NotifyOptions {
  push: string | null;
  mail: boolean;
  hook: boolean;
  after: number;
}

/** A browser, as its push subscription names it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Whoever has these secrets wants to be told of the table by one of these; none: only look. */
export interface NotifyRequest {
  secrets: string[];
  lang?: "en" | "de";
  push?: PushTarget | null;
  mail?: string | null;
  hook?: string | null;
  endpoint?: string;
}

/** Somebody is told of a table. */
export interface WantedNotice {
  id: string;
  kind: "push" | "mail" | "hook";
  shown: string;
  confirmed: boolean;
  here: boolean;
  stop: string;
}

/** All of them, of these seats of a table. */
export interface WantedNotices {
  wanted: WantedNotice[];
}

/** It is stopped, or confirmed. */
export interface NoticeDone {
  table: string;
}

/** How much time people have, and what happens when it is over. */
export interface ClockRequest {
  per: "turn" | "game";
  seconds: number;
  bonus?: number;
  then?: "turn" | "seat";
  level?: string | null;
}

/** Where a table is to begin, on what board, and what luck brings there. */
export interface StartRequest {
  given?: Record<string, unknown>;
  record?: string;
  line?: number | null;
  board?: string;
  luck?: string[];
  deal?: string;
}

/** Who is to sit in a seat. */
export interface SeatRequest {
  kind: "device" | "link" | "computer";
  name?: string;
  level?: string | null;
}

/** The table somebody asks for. */
export interface TableRequest {
  seats: SeatRequest[];
  map?: string;
  world?: "" | "base" | "underground" | "mixed";
  turns?: number | null;
  first?: number | string;
  coins?: "hidden" | "open";
  places?: boolean;
  settings?: Record<string, boolean | string>;
  custom?: string[];
  open?: boolean;
  hints?: boolean | null;
  takeover?: string | null;
  chat?: boolean;
  clock?: ClockRequest | null;
  start?: StartRequest | null;
}

export type PageRequest =
  | JoinRequest | MoveRequest | UndoRequest | TryRequest | RegionRequest | ThreatsRequest | PlanRequest | PositionRequest | HintRequest | ReviewRequest | TakeoverRequest | HereRequest | RemoveGuestRequest | HandOverRequest | CloseTableRequest | RenameRequest | OrdersRequest | SayRequest | ChatSwitchRequest | PingRequest | LearnRequest | StepRequest | PuzzleRequest | SolveRequest;

export type AnswerBody =
  | Trial | RegionAnswer | ThreatsAnswer | TurnPlan | PastPosition | HintAnswer | ReviewAnswer;

/** The answer to the question of that id. */
export type AnswerMessage = { t: "answer"; id: string } & AnswerBody;

export type ServerMessage =
  | WelcomeMessage | ViewMessage | SeatsMessage | RematchMessage | SaidMessage | ChatMessage | HostMessage | ClosedMessage | AckMessage | AnswerMessage | ReviewProgress | ReviewMessage | ErrorMessage | PongMessage | LessonMessage | PuzzleMessage;
