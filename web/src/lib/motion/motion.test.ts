import { describe, expect, it } from "vitest";
import { region, view } from "../fixtures";
import { goesOn } from "../table/frames";
import { faceFrames, framesOf, arc, tagFrames } from "./keyframes";
import { sceneOf } from "./motion";
import { MS, tumble, type DieRoll, type Motion, type Place, type Spectator, type Travel } from "./motions";
import type { ActionView, EmpireView, GameView, LogEntry, RegionView, SeatView } from "../wire/wire.gen";

const near = { you: ["P1"], factor: 1, still: false, brief: false, ribbon: true, distance: () => 100 } satisfies Spectator;
const entry = (kind: LogEntry["kind"], more: Partial<LogEntry> = {}): LogEntry => ({ line: 1, turn: 1, kind, ...more });
const move = (verb: ActionView["verb"], more: Partial<ActionView> = {}, seat = "P1", line = 1): LogEntry => entry("move", { seat, line, action: { do: verb, verb, ...more } });
const empire = (hand: number): EmpireView => ({ race: "Orcs", power: "Flying", regions: [], hand, withdrawn: 0, tray: 0, hammers: 0, first_turn: false, speaks: [] }) as unknown as EmpireView;
const seat = (name: string, coins: number | null, hand = 0): SeatView => ({ name, coins, active: empire(hand), declined: [] });
const held = (name: string, holder: string, tokens: number, more: Partial<RegionView> = {}): RegionView => region(name, { holder, race: holder === "P1" ? "Orcs" : "Elves", tokens, ...more });
const board = (regions: RegionView[], more: Partial<GameView> = {}): GameView => view({ regions, seats: [seat("P1", 5), seat("P2", 7)], ...more });
const travels = (motions: Motion[]): Travel[] => motions.filter((motion): motion is Travel => motion.kind === "travel");
const ends = (motion: Travel): number => motion.at + motion.ms - motion.stay;

describe("a conquest", () => {
  const then = board([held("1", "P2", 3), region("2")]);
  const now = board([held("1", "P1", 4), region("2")]);
  const events = [
    move("conquer", { region: "1" }), entry("lost", { seat: "P2", region: "1", race: "Elves", tokens: 1 }),
    entry("withdrawn", { seat: "P2", region: "1", race: "Elves", tokens: 2 }), entry("conquered", { seat: "P1", region: "1", race: "Orcs", tokens: 4, other: "P2" }),
  ];
  const scene = sceneOf(then, now, events, near);

  it("brings the tokens from the hand, one after the other", () => {
    const tokens = travels(scene.motions).filter(({ to }) => to !== "board" && "region" in to);
    expect(tokens.map(({ from }) => from)).toEqual(Array(4).fill({ hand: "P1" }));
    expect(tokens.map(({ at }) => at)).toEqual([0, MS.apart, 2 * MS.apart, 3 * MS.apart]);
    expect(tokens.map(ends)).toEqual([320, 380, 440, 500]);
    expect(tokens.map(({ at, ms }) => at + ms)).toEqual(Array(4).fill(500 + MS.settle)); // all lie there until the board shows them
  });

  it("shows at most five of them", () => {
    const many = sceneOf(then, now, events.map((each) => (each.kind === "conquered" ? { ...each, tokens: 9 } : each)), near);
    expect(travels(many.motions).filter(({ from }) => from !== "board" && "hand" in from)).toHaveLength(5);
  });

  it("takes longer from far away", () => {
    const far = sceneOf(then, now, events, { ...near, distance: () => 900 });
    expect(ends(travels(far.motions)[0]!)).toBe(320 + 500 * 0.4);
  });

  it("colours the region when the last has landed, and then those who were there fall or leave", () => {
    expect(scene.turnings).toEqual([{ at: 500, region: "1", look: null }]);
    expect(scene.motions.find(({ kind }) => kind === "loss")).toMatchObject({ at: 500, ms: 900, region: "1", tokens: 1, token: { name: "Elves", seat: "P2" } });
    const gone = travels(scene.motions).filter(({ from }) => from !== "board" && "region" in from);
    expect(gone.map(({ at, to }) => [at, to])).toEqual([[500, { hand: "P2" }], [560, { hand: "P2" }]]);
    expect(scene.sounds.map(({ sound }) => sound)).toEqual(["token", "fall", "token"]);
    expect(scene.reveal).toBe(0);
  });

  it("takes as long as its last motion, and 1.6 times as long where that is wished", () => {
    expect(scene.ms).toBe(1400);
    const slow = sceneOf(then, now, events, { ...near, factor: 1.6 });
    expect(slow.ms).toBeCloseTo(2240);
    expect(slow.turnings[0]?.at).toBeCloseTo(800);
    expect(travels(slow.motions)[0]!.ms).toBeCloseTo(travels(scene.motions)[0]!.ms * 1.6);
  });
});

describe("the die", () => {
  const then = board([held("1", "P2", 2)], { seats: [seat("P1", 5, 3), seat("P2", 7)] });
  const roll = move("roll", { region: "1" });
  const rolled = entry("rolled", { seat: "P1", pips: 2, line: 2 });

  it("falls over the region it is rolled for, once the tokens are there, and hides what comes of it", () => {
    const won = board([held("1", "P1", 3)]);
    const scene = sceneOf(then, won, [roll, rolled, entry("conquered", { seat: "P1", region: "1", race: "Orcs", tokens: 3, line: 2 })], near);
    const die = scene.motions.find((motion): motion is DieRoll => motion.kind === "die");
    expect(die).toMatchObject({ at: 440, ms: 1400, hold: 500, region: "1" });
    expect(die?.faces.at(-1)).toBe(2);
    expect(scene.reveal).toBe(1840);
    expect(scene.turnings).toEqual([{ at: 1840, region: "1", look: null }]);
    expect(travels(scene.motions).every(({ at, ms }) => at + ms === 1840 + MS.settle)).toBe(true);
  });

  it("sends the tokens back where it does not suffice", () => {
    const scene = sceneOf(then, then, [roll, rolled, entry("repelled", { seat: "P1", region: "1", line: 2 })], near);
    const back = travels(scene.motions).filter(({ from }) => from !== "board" && "region" in from);
    expect(back).toHaveLength(3);
    expect(back.map(({ at, ms, to }) => [at, ms, to])).toEqual(Array(3).fill([1840, 260, { hand: "P1" }]));
    expect(scene.ms).toBe(2100);
  });

  it("hides also what else follows from it", () => {
    const before = board([held("1", "P2", 2), held("2", "P1", 3)], { seats: [seat("P1", 5, 3), seat("P2", 7)] });
    const after = board([held("1", "P2", 2), held("2", "P1", 1)]);
    const scene = sceneOf(before, after, [roll, rolled, entry("repelled", { seat: "P1", region: "1", line: 2 })], near);
    expect(travels(scene.motions).filter(({ from }) => from !== "board" && "region" in from && from.region === "2").map(({ at }) => at)).toEqual([2100, 2140]);
    expect(scene.turnings).toEqual([{ at: 2100, region: "2", look: null }]);
  });

  it("falls in the middle where it is rolled for no region", () => {
    const scene = sceneOf(then, then, [rolled], near);
    expect(scene.motions).toMatchObject([{ kind: "die", at: 0, region: null }]);
  });

  it("never shows a face twice in a row and stops at what was rolled", () => {
    for (const pips of [0, 1, 2, 3]) {
      const faces = tumble(pips, 8);
      expect(faces).toHaveLength(8);
      expect(faces.at(-1)).toBe(pips);
      expect(faces.every((face, i) => face >= 0 && face <= 3 && face !== faces[i + 1])).toBe(true);
    }
  });
});

describe("redeployment", () => {
  const then = board([held("1", "P2", 4), held("2", "P2", 1), held("3", "P2", 1)], { current: "P2", to_act: "P2" });
  const now = board([held("1", "P2", 1), held("2", "P2", 3), held("3", "P2", 2)], { current: "P2", to_act: "P2" });
  const stop = move("stop", {}, "P2");

  it("goes from region to region, all at once", () => {
    const scene = sceneOf(then, now, [stop, entry("deployed", { seat: "P2", region: "2", tokens: 2, line: 2 })], near);
    expect(travels(scene.motions).map(({ at, from, to }) => [at, from, to])).toEqual([
      [0, { region: "1" }, { region: "2" }], [40, { region: "1" }, { region: "2" }], [80, { region: "1" }, { region: "3" }],
    ]);
    expect(travels(scene.motions).map(ends)).toEqual([360, 400, 440]);
    expect(scene.turnings).toEqual([{ at: 0, region: "1", look: null }, { at: 400, region: "2", look: null }, { at: 440, region: "3", look: null }]);
  });

  it("takes tokens up into the hand, and lays them down from there", () => {
    const up = sceneOf(then, board([held("1", "P2", 1), held("2", "P2", 1), held("3", "P2", 1)]), [stop], near);
    expect(travels(up.motions).map(({ from, to }) => [from, to])).toEqual(Array(3).fill([{ region: "1" }, { hand: "P2" }]));
    const down = sceneOf(board([held("2", "P2", 1)]), board([held("2", "P2", 2)]), [entry("deployed", { seat: "P2", region: "2", tokens: 1 })], near);
    expect(travels(down.motions).map(({ from, to }) => [from, to])).toEqual([[{ hand: "P2" }, { region: "2" }]]);
  });

  it("of one's own moves nothing when it is confirmed: the tokens lay there", () => {
    const pools = [{ race: "Orcs", tokens: 2, regions: [] }];
    const scene = sceneOf(board([held("1", "P1", 1)], { pools }), board([held("1", "P1", 3)]), [entry("deployed", { seat: "P1", region: "1", tokens: 2 })], near);
    expect(scene.motions).toEqual([]);
  });

  it("of one's own goes to where the tokens are proposed to lie", () => {
    const pools = [{ race: "Orcs", tokens: 3, regions: [{ region: "1", proposed: 1 }, { region: "2", proposed: 2 }] }];
    const before = board([held("1", "P1", 4), held("2", "P1", 1)]);
    const scene = sceneOf(before, board([held("1", "P1", 1), held("2", "P1", 1)], { pools }), [move("stop")], near);
    expect(travels(scene.motions).map(({ from, to }) => [from, to])).toEqual(Array(2).fill([{ region: "1" }, { region: "2" }]));
    expect(scene.turnings).toMatchObject([{ at: 0, region: "1", look: { tokens: 2 } }, { at: 400, region: "2", look: { tokens: 3 } }]);
    expect(scene.placing).toBe(true);
  });

  it("of several messages is shown as one", () => {
    const deploy = [move("deploy", { region: "2" }, "P2", 2), entry("deployed", { seat: "P2", line: 2 })];
    expect(goesOn([stop], deploy)).toBe(true);
    expect(goesOn(deploy, deploy)).toBe(true);
    expect(goesOn([move("deploy", {}, "P1")], deploy)).toBe(false);
    expect(goesOn([move("conquer"), entry("conquered")], deploy)).toBe(false);
    expect(goesOn([stop], [move("done", {}, "P2"), entry("scored")])).toBe(false);
  });
});

describe("coins", () => {
  const paying = [{ region: "1", coins: 2 }, { region: "2", coins: 1 }];
  const then = board([held("1", "P1", 1), held("2", "P1", 1)]);
  const now = { ...then, seats: [seat("P1", 9), seat("P2", 7)] };

  it("fly from each paying region while the number counts along", () => {
    const scene = sceneOf(then, now, [entry("scored", { seat: "P1", coins: 4, paying })], near);
    expect(travels(scene.motions).map(({ at, ms, from, to }) => [at, ms, from, to])).toEqual([
      [0, 500, { region: "1" }, { coins: "P1" }], [45, 500, { region: "1" }, { coins: "P1" }], [90, 500, { region: "2" }, { coins: "P1" }],
    ]);
    expect(scene.counts).toEqual([{ at: 0, seat: "P1", coins: 5 }, { at: 500, seat: "P1", coins: 6 }, { at: 545, seat: "P1", coins: 8 }, { at: 590, seat: "P1", coins: 9 }]);
  });

  it("are eight at most, and count nothing that is hidden", () => {
    const hidden = { ...then, seats: [seat("P1", null)] };
    const scene = sceneOf(hidden, hidden, [entry("scored", { seat: "P1", coins: 20, paying: [{ region: "1", coins: 12 }, { region: "2", coins: 8 }] })], near);
    expect(travels(scene.motions)).toHaveLength(8);
    expect(new Set(travels(scene.motions).map(({ from }) => (from as { region: string }).region))).toEqual(new Set(["1", "2"]));
    expect(scene.counts).toEqual([]);
  });

  it("go from seat to seat where one pays another", () => {
    const scene = sceneOf(then, then, [entry("paid", { seat: "P2", other: "P1", coins: 1 })], near);
    expect(travels(scene.motions).map(({ from, to }) => [from, to])).toEqual([[{ coins: "P2" }, { coins: "P1" }]]);
  });
});

describe("what else is seen", () => {
  const then = board([region("1"), region("2", { markers: ["Shiny Orb"] })]);

  it("a find has a card after the tokens came, and is not thrown there", () => {
    const now = board([held("1", "P1", 2, { markers: ["Pool"] })]);
    const events = [
      entry("conquered", { seat: "P1", region: "1", race: "Orcs", tokens: 2 }), entry("found", { seat: "P1", region: "1", thing: "Pool", line: 2 }),
      entry("placed", { seat: "P1", region: "1", thing: "Pool", pieces: 1, line: 2 }),
    ];
    const scene = sceneOf(then, now, events, near);
    expect(scene.motions.at(-1)).toEqual({ kind: "card", at: 380, ms: 3080, hold: 2600, region: "1", name: "Pool" });
    expect(travels(scene.motions)).toHaveLength(2);
  });

  it("a relic that is used elsewhere goes there from where it was", () => {
    const now = board([region("1", { markers: ["Shiny Orb"] }), region("2")]);
    const scene = sceneOf(then, now, [entry("placed", { seat: "P1", region: "1", thing: "Shiny Orb", pieces: 1 })], near);
    expect(travels(scene.motions)).toMatchObject([{ piece: "Shiny Orb", from: { region: "2" }, to: { region: "1" } }]);
  });

  it("one's own turn has a ribbon, nobody else's", () => {
    expect(sceneOf(then, then, [entry("turn", { seat: "P1" })], near).motions).toEqual([{ kind: "ribbon", at: 0, ms: 1100, seat: "P1" }]);
    expect(sceneOf(then, then, [entry("turn", { seat: "P2" })], near).motions).toEqual([]);
    expect(sceneOf(then, then, [entry("turn", { seat: "P1" })], { ...near, ribbon: false }).motions).toEqual([]);
  });

  it("nothing travels where motion is not wanted: the old fades, the die shows its face", () => {
    const before = board([held("1", "P2", 3), region("2")]);
    const now = board([held("1", "P1", 4), region("2")]);
    const events = [entry("rolled", { seat: "P1", pips: 3 }), entry("conquered", { seat: "P1", region: "1", race: "Orcs", tokens: 4 }), entry("scored", { seat: "P1", coins: 1, paying: [{ region: "1", coins: 1 }] })];
    const scene = sceneOf(before, now, events, { ...near, still: true });
    expect(scene.motions).toMatchObject([{ kind: "die", at: 0, ms: 500, faces: [3], region: "1" }, { kind: "fade", at: 500, ms: 150, region: "1", tokens: 3 }]);
    expect(scene.turnings).toEqual([]);
    expect(scene.counts).toEqual([]);
  });

  it("nothing has happened: nothing moves", () => {
    expect(sceneOf(then, then, [entry("revealed", { race: "Orcs" })], near).ms).toBe(0);
  });
});

describe("keyframes", () => {
  const here: [number, number] = [10, 20];
  const there: [number, number] = [110, 20];
  const die: DieRoll = { kind: "die", at: 0, ms: 1400, hold: 500, region: "1", faces: tumble(1, 8) };
  const token = { name: "Orcs", seat: "P1", declined: false };
  const from: Place = { hand: "P1" };
  const all: Motion[] = [
    { kind: "travel", at: 0, ms: 440, stay: 120, token, piece: "", from, to: { region: "1" } },
    { kind: "travel", at: 0, ms: 500, stay: 0, token: null, piece: "", pay: true, from, to: { coins: "P1" } },
    { kind: "loss", at: 0, ms: 900, token, region: "1", tokens: 1 }, die,
    { kind: "card", at: 0, ms: 3080, hold: 2600, region: "1", name: "Pool" }, { kind: "ribbon", at: 0, ms: 1100, seat: "P1" },
    { kind: "fade", at: 0, ms: 150, token, region: "1", tokens: 2 },
  ];

  it("change transform and opacity only, in order of time", () => {
    const every = [...all.flatMap((motion) => [framesOf(motion, here, there, false), framesOf(motion, here, there, true)]), tagFrames(here), ...die.faces.map((_, i) => faceFrames(die, i))];
    for (const frames of every) {
      expect([...new Set(frames.flatMap((frame) => Object.keys(frame)))].filter((key) => !["offset", "easing", "transform", "opacity"].includes(key))).toEqual([]);
      const offsets = frames.flatMap(({ offset }) => (typeof offset === "number" ? [offset] : []));
      expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      expect(offsets.every((offset) => offset >= 0 && offset <= 1)).toBe(true);
    }
  });

  it("fly an arc of 22 % of the way", () => {
    const points = arc([10, 220], [110, 220], 10);
    expect(points[0]).toEqual([10, 220]);
    expect(points[10]).toEqual([110, 220]);
    expect(points[5]).toEqual([60, 220 - 22]);
    expect(arc([10, 20], [410, 30], 10).every(([, y]) => y >= 16)).toBe(true); // not out of the window
  });

  it("nothing changes its place where nothing is to travel", () => {
    for (const motion of all) {
      const places = framesOf(motion, here, there, true).map(({ transform }) => String(transform));
      expect(new Set(places).size).toBe(1);
    }
  });

  it("one face of the die is seen at a time", () => {
    const seen = (frames: Keyframe[], time: number): number => Number(frames.findLast(({ offset }) => (offset ?? 0) <= time)?.opacity);
    for (const time of [0, 0.05, 0.3, 0.5, 0.63, 0.7, 0.99]) {
      expect(die.faces.map((_, i) => seen(faceFrames(die, i), time)).filter((opacity) => opacity > 0)).toHaveLength(1);
    }
    expect(seen(faceFrames(die, 7), 0.99)).toBe(1);
  });
});

describe("a race that is taken", () => {
  const then = board([region("1")]);
  const now = board([region("1")], { seats: [seat("P1", 4), seat("P2", 7)] });
  const picked = entry("picked", { seat: "P2", race: "Orcs", power: "Flying", tokens: 9, parts: [{ code: "paid", amount: -1 }, { code: "found", amount: 2 }] });
  const moves = travels(sceneOf(then, now, [picked], near).motions);

  it("goes from the row to its player, whose coins fly there and back", () => {
    expect(moves.map(({ from, to, pay, token }) => [from, to, pay ?? false, token?.name])).toEqual([
      [{ coins: "P2" }, { row: "Orcs" }, true, undefined],
      [{ row: "Orcs" }, { hand: "P2" }, false, "Orcs"],
      [{ row: "Orcs" }, { coins: "P2" }, true, undefined],
      [{ row: "Orcs" }, { coins: "P2" }, true, undefined],
    ]);
  });
});

describe("a power that a place is given", () => {
  const then = board([region("1")]);
  const events = [entry("found", { seat: "P1", region: "1", thing: "Altar" }), entry("granted", { seat: "P1", power: "Flying", line: 2 })];

  it("has a card of its own, in the region where the place was found", () => {
    for (const still of [false, true]) {
      const cards = sceneOf(then, then, events, { ...near, still }).motions.filter((motion) => motion.kind === "card");
      expect(cards.map(({ name, region: where }) => [name, where])).toEqual([["Altar", "1"], ["Flying", "1"]]);
      expect(cards[1]!.at).toBe(cards[0]!.at + cards[0]!.ms);
    }
  });
});
