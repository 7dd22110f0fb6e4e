import { beforeEach, expect, test } from "vitest";
import { inWords, leftNow, onClock } from "./clock";
import { clockSays } from "./clock_rules";
import { speak } from "../fixtures";

beforeEach(() => speak("en"));

test("time on a clock has the form its size asks for", () => {
  expect([0, 0.2, 59, 60, 61.5, 3599].map(onClock)).toEqual(["0:00", "0:01", "0:59", "1:00", "1:02", "59:59"]);
  expect([3600, 9000, 86_399].map(onClock)).toEqual(["1:00 h", "2:30 h", "23:59 h"]);
  expect([86_400, 259_200].map(onClock)).toEqual(["1 d", "3 d"]);
});

test("time in words has two units at most", () => {
  expect(inWords(0)).toBe("0 seconds");
  expect(inWords(1)).toBe("1 second");
  expect(inWords(125)).toBe("2 minutes and 5 seconds");
  expect(inWords(90_061)).toBe("1 day and 1 hour");
});

test("only the time that runs gets less", () => {
  const clock = { left: 10, runs: true, late: false, lost: false };
  expect([0, 4, 20].map((passed) => leftNow(clock, passed))).toEqual([10, 6, 0]);
  expect(leftNow({ ...clock, runs: false }, 4)).toBe(10);
});

test("what was chosen is one sentence", () => {
  expect(clockSays({ per: "turn", seconds: 120, bonus: 0, then: "turn", level: "greedy" })).toMatch(/^2 minutes for each turn; then a computer \(.+\) plays the turn\.$/);
  expect(clockSays({ per: "game", seconds: 600, bonus: 10, then: "seat", level: "greedy" })).toMatch(/^10 minutes for the whole game, and 10 seconds more after each own turn; then .+ takes the seat for good\.$/);
});
