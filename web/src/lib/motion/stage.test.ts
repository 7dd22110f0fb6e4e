import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { region, view } from "../fixtures";
import { settings } from "../page/settings.svelte";
import { SOUNDS } from "./sound";
import { Stage } from "./stage.svelte";
import type { LogEntry, SeatView } from "../wire/wire.gen";

const seat = (coins: number): SeatView => ({ name: "P1", coins, active: null, declined: [] });
const then = view({ regions: [region("1"), region("2")], seats: [seat(5)] });
const now = view({ regions: [region("1", { holder: "P1", race: "Orcs", tokens: 2 }), region("2")], seats: [seat(7)] });
const events: LogEntry[] = [
  { line: 1, turn: 1, kind: "conquered", seat: "P1", region: "1", race: "Orcs", tokens: 2 },
  { line: 1, turn: 1, kind: "scored", seat: "P1", coins: 2, paying: [{ region: "1", coins: 2 }] },
];
let calm = false;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("matchMedia", () => ({ matches: calm }));
  settings.set({ speed: "normal" });
  calm = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the stage", () => {
  const holder = (stage: Stage): string | null | undefined => stage.seen(now).regions[0]?.holder;
  const coins = (stage: Stage): number | null | undefined => stage.seen(now).seats[0]?.coins;

  it("shows a region as it was until the tokens have landed, and coins as they come in", () => {
    const stage = new Stage();
    const { ms } = stage.begin(then, now, events, ["P1"]);
    expect(ms).toBe(380 + 45 + 500);
    expect([holder(stage), coins(stage)]).toEqual([null, 5]);
    vi.advanceTimersByTime(379);
    expect(holder(stage)).toBeNull();
    vi.advanceTimersByTime(1);
    expect([holder(stage), coins(stage)]).toEqual(["P1", 5]);
    vi.advanceTimersByTime(500);
    expect(coins(stage)).toBe(6);
    vi.advanceTimersByTime(45);
    expect(stage.busy).toBe(false);
    expect(stage.seen(now)).toBe(now);
  });

  it("ends at once, and nothing of it comes later", () => {
    const stage = new Stage();
    stage.begin(then, now, events, ["P1"]);
    stage.finish();
    expect(stage.seen(now)).toBe(now);
    const later = stage.begin(now, then, [], ["P1"]);
    vi.runAllTimers();
    expect(later.ms).toBe(0);
    expect(stage.busy).toBe(false);
  });

  it("stands still until all that moves is put up; so does what comes after", () => {
    const stage = new Stage();
    let begin: () => unknown = () => undefined;
    stage.raise = (start) => (begin = start);
    const { ms } = stage.begin(then, now, events, ["P1"]);
    let over = false;
    stage.clock.after(ms, () => (over = true));
    vi.advanceTimersByTime(10 * ms);
    expect([stage.raising, stage.busy, over, holder(stage)]).toEqual([true, true, false, null]);
    begin();
    vi.advanceTimersByTime(380);
    expect([stage.raising, over, holder(stage)]).toEqual([false, false, "P1"]);
    vi.advanceTimersByTime(ms - 380);
    expect([stage.busy, over]).toEqual([false, true]);
  });

  it("can be ended before anything moves, and does not begin later", () => {
    const stage = new Stage();
    let begin: () => unknown = () => undefined;
    stage.raise = (start) => (begin = start);
    stage.begin(then, now, events, ["P1"]);
    stage.finish();
    begin();
    vi.runAllTimers();
    expect([stage.raising, stage.busy, stage.clock.stands]).toEqual([false, false, false]);
  });

  it("has three speeds", () => {
    const ms = (speed: "slow" | "normal" | "instant"): number => {
      settings.set({ speed });
      return new Stage().begin(then, now, events, ["P1"]).ms;
    };
    expect(ms("instant")).toBe(0);
    expect(ms("slow")).toBeCloseTo(1.6 * ms("normal"));
  });

  it("moves nothing where that is not wished: the result is there at once", () => {
    calm = true;
    const stage = new Stage();
    const scene = stage.begin(then, now, events, ["P1"]);
    expect(scene.motions.filter(({ kind }) => kind === "travel")).toEqual([]);
    expect(stage.seen(now)).toBe(now);
  });
});

describe("sounds", () => {
  it("are short and soft", () => {
    for (const tones of Object.values(SOUNDS)) {
      expect(tones.length).toBeGreaterThan(0);
      for (const { at, length, loud } of tones) {
        expect(at + length).toBeLessThan(1);
        expect(loud).toBeGreaterThan(0);
        expect(loud).toBeLessThanOrEqual(0.5);
      }
    }
  });
});
