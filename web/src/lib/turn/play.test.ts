import { beforeEach, expect, test, vi } from "vitest";
import { action, region, speak, view } from "../fixtures";
import { Play, clearChoice, targetOf } from "./play.svelte";
import type { TableLink } from "../table/table.svelte";
import type { GameView, LegalAction } from "../wire/wire.gen";

beforeEach(() => speak("en"));

test("a region shows the price of an ordinary conquest, else the lowest of the ways", () => {
  const plain = action("conquer", { region: "1", price: 4 });
  const orb = action("conquer", { region: "1", price: 0, ways: [{ trait: "Shiny Orb" }], final: true });
  expect(targetOf([plain, orb])).toMatchObject({ kind: "conquest", price: 4, way: null, others: [orb], short: 0, final: false });
  const dear = action("conquer", { region: "1", price: 3, ways: [{ trait: "Flying" }] });
  expect(targetOf([dear, orb])).toMatchObject({ price: 0, way: { trait: "Shiny Orb" }, others: [dear] });
});

test("where only a roll is left, the best odds are shown", () => {
  const far = action("roll", { region: "1", price: 6, short: 3, odds: 17, final: true });
  const near = action("roll", { region: "1", price: 5, short: 2, odds: 33, final: true, ways: [{ trait: "Flying" }] });
  expect(targetOf([far, near])).toMatchObject({ price: 6, short: 2, odds: 33, final: true });
  expect(targetOf([far, action("conquer", { region: "1", price: 6 })])).toMatchObject({ short: 0, odds: 0, final: false });
});

test("other choices have no price", () => {
  expect(targetOf([action("abandon", { region: "1" })])).toMatchObject({ kind: "choose", price: null });
  expect(targetOf([action("deploy", { region: "1", tokens: 2 })]).kind).toBe("deploy");
});

test("a click means what is beyond doubt", () => {
  const plain = action("conquer", { region: "1", price: 4 });
  const orb = action("conquer", { do: "orb", region: "1", price: 0, ways: [{ trait: "Shiny Orb" }] });
  const roll = action("roll", { region: "1", price: 4 });
  const camp = (pieces: number): LegalAction => action("use", { do: `camp ${pieces}`, region: "1", piece: "encampment", pieces });
  expect(clearChoice([plain, orb])).toBe(plain);
  expect(clearChoice([orb])).toBe(orb);
  expect(clearChoice([orb, action("conquer", { region: "1", ways: [{ trait: "Flying" }] })])).toBeNull();
  expect(clearChoice([plain, roll])).toBeNull(); // a die first may make it cheaper
  expect(clearChoice([roll])).toBeNull();
  expect(clearChoice([roll, orb])).toBe(orb); // whose price is shown
  expect(clearChoice([camp(1), camp(2)])?.do).toBe("camp 1");
});

// ---- a person at a table ----

/** As much of a line to a table as Play needs: it notes what was sent, and shows what comes of it. */
class Line {
  sent: string[][] = [];
  shown: GameView;
  canAct = true;
  constructor(shown: GameView) {
    this.shown = shown;
  }
  get actions(): LegalAction[] {
    return this.shown.legal;
  }
  async do(text: string, first: string[] = []): Promise<boolean> {
    this.sent.push([...first, text]);
    return true;
  }
  async try(): Promise<null> {
    return null;
  }
}

function sit(line: Line): Play {
  const play = new Play(line as unknown as TableLink);
  play.refresh();
  return play;
}

const deploys = (most: number): LegalAction[] =>
  ["1", "2"].flatMap((name) =>
    Array.from({ length: most }, (_, i) => action("deploy", { do: `text of ${name} ${i + 1}`, region: name, tokens: i + 1 })),
  );
const redeploying = (done: Partial<LegalAction> | null): GameView =>
  view({
    phase: { kind: "redeploy" },
    regions: [region("1", { holder: "P1", race: "Otters", tokens: 1 }), region("2", { holder: "P1", race: "Otters", tokens: 1 })],
    legal: deploys(3),
    ahead: done ? [action("done", { do: "finished", first: ["text of 2 3"], ...done })] : [],
    pools: [{ race: "Otters", tokens: 3, regions: [{ region: "1", proposed: 0 }, { region: "2", proposed: 3 }] }],
  });

test("a region with one clear action is acted on, others show what there is", async () => {
  const one = action("conquer", { do: "one", region: "1", price: 2, first: ["expand", "done"] });
  const two = ["Flying", "Shiny Orb"].map((trait) => action("conquer", { do: trait, region: "2", price: 2, ways: [{ trait }] }));
  const line = new Line(view({ phase: { kind: "choose" }, legal: [action("expand"), action("decline")], ahead: [one, ...two] }));
  const play = sit(line);
  expect(play.plain.map(({ verb }) => verb)).toEqual(["decline"]); // to expand goes without saying
  await play.act("1");
  expect(line.sent).toEqual([["expand", "done", "one"]]);
  await play.act("2");
  expect([line.sent.length, play.selected]).toEqual([1, "2"]);
});

test("abandoning is asked for, never lit", () => {
  const play = sit(new Line(view({ phase: { kind: "ready" }, legal: [action("abandon", { region: "1" }), action("done")], ahead: [action("stop", { first: ["done"] })] })));
  expect([play.targets.size, play.plain.map(({ verb }) => verb)]).toEqual([0, ["stop"]]);
  expect(play.onRequest("1").map(({ verb }) => verb)).toEqual(["abandon"]);
  expect(play.onRequest("2")).toEqual([]);
});

test("tokens lie where they are proposed, and are sent with the end of the turn in one", async () => {
  const line = new Line(redeploying({ final: true }));
  const play = sit(line);
  expect([play.plan, play.changed]).toEqual([{ "1": 0, "2": 3 }, false]);
  await play.place();
  expect(line.sent).toEqual([["text of 2 3", "finished"]]);
});

test("they are moved by one more, one fewer, and from region to region; what is left goes where it was proposed", async () => {
  const line = new Line(redeploying({ final: true }));
  const play = sit(line);
  play.add("1", 1); // from the largest heap, as none is left
  expect([play.plan, play.changed]).toEqual([{ "1": 1, "2": 2 }, true]);
  play.move("2", "1");
  expect(play.plan).toEqual({ "1": 2, "2": 1 });
  play.add("1", -1);
  expect([play.plan, play.left(play.pools[0]!)]).toEqual([{ "1": 1, "2": 1 }, 1]);
  expect([play.canMove("1"), play.canAdd("2"), play.canAdd("3")]).toEqual([true, true, false]);
  await play.place();
  expect(line.sent).toEqual([["text of 1 1", "text of 2 2", "finished"]]);
  play.propose();
  expect(play.plan).toEqual({ "1": 0, "2": 3 });
});

test("defenders are done when all is down", async () => {
  const line = new Line(redeploying(null));
  await sit(line).place();
  expect(line.sent).toEqual([["text of 2 3"]]);
});

test("nobody is asked unless something would be lost", async () => {
  const line = new Line(redeploying({ final: true, unused: ["Heroic"] }));
  const play = sit(line);
  await play.place();
  expect([line.sent, play.question?.kind]).toEqual([[], "end"]);
  await play.question!.run();
  expect([line.sent, play.question]).toEqual([[["text of 2 3", "finished"]], null]);
});

test("pieces are put down as they are shown, with the tokens and after them, and that ends the turn", async () => {
  const camp = action("use", { do: "camp 1 2", trait: "Bivouacking", piece: "encampment", region: "1", pieces: 2 });
  const hero = action("use", { do: "hero 2", trait: "Heroic", piece: "hero", region: "2" });
  const placements = [{ action: camp, later: false }, { action: hero, later: true }];
  const seen = redeploying({ final: true, unused: ["Bivouacking"] });
  const line = new Line({ ...seen, legal: [...seen.legal, camp], placements });
  const play = sit(line);
  expect([...play.ghosts.keys()]).toEqual(["1", "2"]);
  await play.place(); // what is put down is not lost: nobody is asked
  await play.place({ later: false });
  expect([line.sent, play.question]).toEqual([[["text of 2 3", "camp 1 2", "finished", "hero 2", "finished"], ["text of 2 3", "camp 1 2", "finished"]], null]);
});

test("where only pieces are left to put down, that ends the turn", async () => {
  const fort = (name: string): LegalAction => action("use", { do: `fortress ${name}`, trait: "Fortified", word: "place fortress", piece: "fortress", region: name });
  const seen = view({
    phase: { kind: "placements" }, legal: [fort("1"), fort("2"), action("done", { final: true, unused: ["Fortified"] })],
    placements: [{ action: fort("2"), later: false }],
  });
  const line = new Line(seen);
  await sit(line).place();
  const peace = action("use", { trait: "Diplomat", word: "ally", seat: "P2" });
  const other = new Line({ ...seen, legal: [...seen.legal, peace] }); // something else waits to be chosen
  await sit(other).place();
  expect([line.sent, other.sent]).toEqual([[["fortress 2", "done"]], [["fortress 2"]]]);
});

test("who could be named is named with the end of the turn, unless somebody else is chosen", async () => {
  const peace = (seat: string): LegalAction => action("use", { do: `ally ${seat}`, trait: "Diplomat", word: "ally", seat });
  const early = new Line({ ...redeploying({}), placements: [{ action: peace("P2"), later: true }] });
  await sit(early).place();
  await sit(early).place({ later: false }); // to choose
  expect(early.sent).toEqual([["text of 2 3", "finished", "ally P2", "finished"], ["text of 2 3", "finished"]]);
  const seen = view({ phase: { kind: "placements" }, legal: [peace("P2"), peace("P3"), action("done", { final: true, unused: ["Diplomat"] })], placements: [{ action: peace("P2"), later: false }] });
  const late = new Line(seen);
  const play = sit(late);
  expect(play.ghosts.size).toBe(0);
  await play.place();
  await play.name(peace("P3"));
  const dive = action("use", { do: "dive", trait: "Otters", word: "dive", region: "2" });
  const more = new Line({ ...seen, legal: [...seen.legal, dive] }); // then the turn goes on
  await sit(more).name(peace("P3"));
  expect([late.sent, more.sent]).toEqual([[["ally P2", "done"], ["ally P3", "done"]], [["ally P3"]]]);
});

test("what a trait offers of its own is chosen apart from the moves of the phase", () => {
  const lamp = (name: string): LegalAction => action("use", { do: `lamp ${name}`, trait: "Lamplit", word: "place lamp", piece: "lamp", region: name });
  const dive = action("use", { trait: "Otters", word: "dive", region: "2" });
  const orb = action("conquer", { do: "orb", region: "3", price: 0, ways: [{ trait: "Shiny Orb" }] });
  const play = sit(new Line(view({ legal: [action("conquer", { region: "1", price: 2 }), orb, lamp("1"), lamp("2"), dive, action("stop")] })));
  expect(play.specials.map(({ trait, ways }) => trait ?? ways?.[0]?.trait)).toEqual(["Shiny Orb", "Lamplit", "Otters"]);
  expect([play.special, [...play.targets.keys()]]).toEqual([null, ["1", "3"]]);
  play.own = "dive/";
  expect([play.special?.trait, [...play.targets.keys()]]).toEqual(["Otters", ["2"]]);
  play.own = "Shiny Orb/";
  expect([...play.targets.keys()]).toEqual(["3"]);
  expect(play.plain.map(({ verb }) => verb)).toEqual(["stop"]);
  // Without moves of the phase's own, the first offer is what regions stand for.
  expect(sit(new Line(view({ legal: [lamp("1"), lamp("2"), action("done")] }))).special?.trait).toBe("Lamplit");
});

test("a plan is tried when it has been left alone, but not by who has left the table", () => {
  vi.useFakeTimers();
  const tried = [false, true].map((leaves) => {
    const line = new Line(redeploying({ final: true }));
    const asked = vi.spyOn(line, "try");
    const play = sit(line);
    play.add("1", 1);
    if (leaves) play.leave();
    vi.runAllTimers();
    return asked.mock.calls.length;
  });
  vi.useRealTimers();
  expect(tried).toEqual([1, 0]);
});
