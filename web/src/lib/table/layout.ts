// Where everything on the table stands: of the layouts that fit, the one that gives the board most room.

export type LayoutName = "wings" | "corner" | "rail" | "stack" | "edge" | "pocket";
export type PartName = "top" | "seats" | "log" | "caption" | "combos" | "turn";

/** What there is: the window without what the device keeps for itself. */
export interface Room {
  width: number;
  height: number;
  touch: boolean;
}

export interface Layout {
  name: LayoutName;
  size: number; // of everything but the board: 1 on a laptop
  gap: number; // between panels
  bleed: number; // between the board and the window's edge
  upright: boolean; // a wide board stands in a tall window
  phone: boolean;
  low: boolean;
  narrow: boolean; // one column
  touch: boolean;
  width: number; // of the whole table
  height: number;
  board: [width: number, height: number];
  left: number; // widths and heights of what is around the board; 0: there is nothing
  right: number;
  above: number;
  below: number;
  before: PartName[]; // what comes before the board, beside it, and under it
  beside: PartName[];
  under: PartName[];
  seats: "cards" | "tiles" | "bar";
  combos: "list" | "cards" | "minis" | "none"; // none: they are in a drawer
  columns: number; // of such a list
  named: boolean; // small ones tell the race
  log: boolean; // open, else in a drawer
  sheet: boolean; // a race is chosen upon the board
  turn: number; // least height of the turn panel; 0: it takes what is left
}

type Size = [width: number, height: number];

// Nearly equal boards: the earlier one, it shows more.
const ORDER: LayoutName[] = ["wings", "corner", "rail", "stack", "edge", "pocket"];
const NEARLY = 0.97;

const WINGS: [least: number, most: number][] = [[232, 420], [300, 460]]; // left and right
const WING_SHARE = 0.42; // of what is left over, for the left one
const PHONE = 500; // the shorter side is below
const LOW = 600;
const NARROW = 600;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The size of everything but the board. */
export function sizeFor(width: number, height: number): number {
  return clamp(1 + 0.4 * (Math.min(width / 1280, height / 720) - 1), 1, 1.6);
}

/** The layout for a window and a board, whatever is going on there. */
export function layoutFor(room: Room, board: Size, seats: number): Layout {
  // Below this nothing is of use any more: such a window is scrolled.
  const width = Math.max(room.width, 320);
  const height = Math.max(room.height, width < 480 ? 480 : 320);
  const size = sizeFor(width, height);
  const phone = Math.min(width, height) < PHONE;
  const low = height < LOW;
  const narrow = width < NARROW;
  const gap = phone ? 6 : Math.min(width, height) < LOW ? 8 : Math.round(12 * size);
  const bleed = phone ? 0 : gap; // a phone gives the board its edge
  const upright = board[0] > board[1] * 1.2 && height > width;
  const ratio = upright ? board[1] / board[0] : board[0] / board[1];
  const px = (n: number): number => Math.round(n * size);
  const [leftWing, rightWing] = WINGS.map(([least]) => px(least)) as Size;
  const rail = upright ? px(208) : low ? 320 : px(320);
  const corner = low ? { right: 240, below: 136 } : { right: px(272), below: px(156) };
  const stack = narrow ? { above: 98, below: 236, edge: 0, gaps: 2 } : { above: px(60), below: px(196), edge: gap, gaps: 4 };
  const pocket = { above: 58, below: 116 };
  const thin = 188;

  const fit = (wide: number, high: number): Size | null => {
    if (wide < 100 || high < 100) return null;
    return wide / high > ratio ? [high * ratio, high] : [wide, wide / ratio];
  };
  const rooms: Record<LayoutName, Size | null> = {
    wings: width < 1000 || upright ? null : fit(width - leftWing - rightWing - 4 * gap, height - 2 * gap),
    corner: upright || phone ? null : fit(width - corner.right - 3 * gap, height - corner.below - 3 * gap),
    rail: upright && narrow ? null : fit(width - rail - bleed - 2 * gap, height - 2 * bleed),
    stack: height < 640 ? null : fit(width - 2 * stack.edge, height - stack.above - stack.below - stack.gaps * gap),
    edge: phone && width > height ? fit(width - thin - 3 * gap, height) : null,
    pocket: phone && height >= width ? fit(width, height - pocket.above - pocket.below - 2 * gap) : null,
  };
  const area = (name: LayoutName): number => (rooms[name] ? rooms[name][0] * rooms[name][1] : 0);
  const best = Math.max(...ORDER.map(area));
  const name = ORDER.find((each) => area(each) >= best * NEARLY) ?? "pocket";
  const [wide, high] = (rooms[name] ?? [width, width / ratio]).map(Math.floor) as Size;

  const found: Layout = {
    name, size, gap, bleed, upright, phone, low, narrow, touch: room.touch, width, height, board: [wide, high],
    left: 0, right: 0, above: 0, below: 0, before: [], beside: [], under: [],
    seats: "tiles", combos: "none", columns: 1, named: false, log: false, sheet: false, turn: 0,
  };
  const fill = { wings: fillWings, corner: fillCorner, rail: fillRail, stack: fillStack, edge: fillEdge, pocket: fillPocket };
  fill[name](found, seats);
  return found;
}

function fillWings(to: Layout): void {
  const px = (n: number): number => Math.round(n * to.size);
  const [[left, mostLeft], [right, mostRight]] = WINGS as [Size, Size];
  const both = to.width - to.board[0] - 4 * to.gap;
  const spare = both - px(left) - px(right);
  to.left = Math.min(px(mostLeft), px(left) + Math.round(spare * WING_SHARE));
  to.right = Math.min(px(mostRight), both - to.left);
  to.left = Math.min(px(mostLeft), both - to.right);
  to.before = ["top", "seats", "log"];
  to.beside = ["combos", "turn"];
  to.seats = "cards";
  to.combos = "list";
  to.log = true;
  to.turn = px(296); // what a race and its power do is read whole
}

function fillCorner(to: Layout, seats: number): void {
  to.right = to.width - to.board[0] - 3 * to.gap;
  to.below = to.height - to.board[1] - 3 * to.gap;
  to.combos = "cards";
  to.sheet = to.low;
  to.seats = to.low || seats > 3 ? "tiles" : "cards";
  to.turn = to.low ? 232 : Math.round(272 * to.size);
  const list = to.seats === "tiles" ? 56 : 70 * seats;
  to.log = to.height - 5 * to.gap >= (44 + list + 96) * to.size + to.turn;
  to.beside = ["top", "seats", to.log ? "log" : "caption", "turn"];
  to.under = ["combos"];
}

function fillRail(to: Layout, seats: number): void {
  to.right = to.width - to.board[0] - to.bleed - 2 * to.gap;
  to.combos = to.low ? "minis" : "list";
  to.named = to.low && !to.phone;
  to.seats = to.upright && seats <= 3 && to.height >= 1120 ? "cards" : "tiles";
  to.turn = to.upright ? 320 : to.low ? 0 : Math.round(236 * to.size);
  to.beside = ["top", "seats", "combos", "caption", "turn"];
  // What a tall board leaves under it.
  if (to.upright && to.height - to.board[1] - 3 * to.gap > 18) {
    to.beside = ["top", "seats", "combos", "turn"];
    to.under = ["caption"];
  }
}

function fillStack(to: Layout): void {
  to.above = to.narrow ? 98 : Math.round(60 * to.size);
  to.below = to.height - to.board[1] - to.above - (to.narrow ? 2 : 4) * to.gap;
  to.seats = to.narrow ? "tiles" : "bar";
  const tall = !to.narrow && to.below > 240 * to.size; // room for two columns of rows
  const card = (to.width - 324 * to.size - 3 * to.gap) / 6;
  const squeezed = card < 118 * to.size; // cards would say too little
  to.combos = to.narrow ? "minis" : tall || squeezed ? "list" : "cards";
  to.columns = to.narrow ? 1 : tall ? 2 : squeezed ? 3 : 1;
  to.named = to.narrow;
  to.before = ["top", "seats"];
  to.under = ["caption", "combos", "turn"];
}

function fillEdge(to: Layout): void {
  to.right = to.width - to.board[0] - 2 * to.gap;
  to.sheet = true;
  const under = to.height - to.board[1];
  to.beside = under < 32 ? ["top", "seats", "caption", "turn"] : ["top", "seats", "turn"];
  if (under >= 32) to.under = ["caption"];
}

function fillPocket(to: Layout): void {
  to.above = 58;
  to.below = to.height - to.board[1] - to.above - 2 * to.gap;
  to.sheet = true;
  to.before = ["top", "seats"];
  to.under = ["caption", "turn"];
}
