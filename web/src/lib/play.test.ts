import { beforeEach, expect, test } from "vitest";
import { action, region, speak, view } from "./fixtures";
import { Play, targetOf } from "./play.svelte";
import type { TableLink } from "./table.svelte";
import type { GameView, LegalAction } from "./wire.gen";

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

// ---- a person at a table ----

/** As much of a line to a table as Play needs: it notes what was sent, and shows what comes of it. */
class Line {
  sent: string[] = [];
  shown: GameView;
  canAct = true;
  constructor(
    shown: GameView,
    readonly after: Record<string, GameView> = {},
  ) {
    this.shown = shown;
  }
  get actions(): LegalAction[] {
    return this.shown.legal;
  }
  async do(text: string): Promise<boolean> {
    this.sent.push(text);
    this.shown = this.after[text] ?? this.shown;
    return true;
  }
  startOfTurn = (): number => 0;
  position = async (): Promise<GameView> => view({ regions: [region("1", { holder: "P1", tokens: 3 })] });
}

function sit(line: Line): Play {
  return new Play(line as unknown as TableLink);
}

const deploys = (most: number): LegalAction[] =>
  ["1", "2"].flatMap((name) =>
    Array.from({ length: most }, (_, i) => action("deploy", { do: `text of ${name} ${i + 1}`, region: name, tokens: i + 1 })),
  );
const redeploying = (tokens: number, more: LegalAction[] = []): GameView =>
  view({
    phase: { kind: "redeploy" },
    regions: [region("1", { holder: "P1", race: "Otters", tokens: 1 }), region("2", { holder: "P1", race: "Otters", tokens: 1 })],
    legal: [...deploys(tokens), ...more],
    pools: tokens ? [{ race: "Otters", tokens, regions: [{ region: "1", threat: 0 }, { region: "2", threat: 4 }] }] : [],
  });

test("a region with one clear action is acted on, others show what there is", async () => {
  const one = action("conquer", { do: "one", region: "1", price: 2 });
  const final = action("conquer", { do: "two", region: "2", price: 2, final: true });
  const line = new Line(view({ legal: [one, final] }));
  const play = sit(line);
  await play.act("1");
  expect(line.sent).toEqual(["one"]);
  await play.act("2");
  expect([line.sent, play.selected]).toEqual([["one"], "2"]);
});

test("tokens are planned, then sent by the texts of the offered actions", async () => {
  const done = action("done", { do: "finished" });
  const line = new Line(redeploying(3), { "text of 1 1": redeploying(2), "text of 2 2": redeploying(0, [done]) });
  const play = sit(line);
  play.add("1", 1);
  play.add("2", 2);
  expect([play.left(play.pools[0]!), play.leftFor("1")]).toEqual([0, 0]);
  play.add("2", 1); // there is none left
  expect(play.plan).toEqual({ "1": 1, "2": 2 });
  await play.commit();
  expect(line.sent).toEqual(["text of 1 1", "text of 2 2", "finished"]);
  expect(play.plan).toEqual({});
});

test("what ends the turn is not sent unasked", async () => {
  const line = new Line(redeploying(1), { "text of 1 1": redeploying(0, [action("done", { final: true })]) });
  const play = sit(line);
  play.add("1", 1);
  await play.commit();
  expect(line.sent).toEqual(["text of 1 1"]);
});

test("tokens are spread evenly, to the borders, or as before", async () => {
  const play = sit(new Line(redeploying(3)));
  play.even();
  expect(play.plan).toEqual({ "1": 2, "2": 1 });
  play.borders();
  expect(play.plan).toEqual({ "1": 0, "2": 3 });
  await play.before();
  expect(play.plan).toEqual({ "1": 2, "2": 1 });
  play.clear();
  expect(play.plan).toEqual({});
});

test("what a trait offers of its own is chosen apart from the moves of the phase", () => {
  const lamp = (name: string): LegalAction => action("use", { do: `lamp ${name}`, trait: "Lamplit", word: "place lamp", piece: "lamp", region: name });
  const dive = action("use", { trait: "Otters", word: "dive", region: "2" });
  const play = sit(new Line(view({ legal: [action("conquer", { region: "1", price: 2 }), lamp("1"), lamp("2"), dive, action("stop")] })));
  expect(play.specials.map(({ trait }) => trait)).toEqual(["Lamplit", "Otters"]);
  expect([play.special, [...play.targets.keys()]]).toEqual([null, ["1"]]);
  play.own = "dive/";
  expect([play.special?.trait, [...play.targets.keys()]]).toEqual(["Otters", ["2"]]);
  expect(play.plain.map(({ verb }) => verb)).toEqual(["stop"]);
  // Without moves of the phase's own, the first offer is what regions stand for.
  expect(sit(new Line(view({ legal: [lamp("1"), lamp("2"), action("done")] }))).special?.trait).toBe("Lamplit");
});

test("final moves are asked about once", async () => {
  const line = new Line(view());
  const play = sit(line);
  await play.ask(action("done", { do: "not final" }), "end");
  expect(line.sent).toEqual(["not final"]);
  const last = action("done", { final: true });
  await play.ask(last, "end");
  expect(play.question).toEqual({ action: last, kind: "end" });
});
