import { expect, test } from "vitest";
import { chosenAgain, Planner, targetsOf } from "./planner.svelte";
import type { TableLink } from "../table/table.svelte";
import type { LegalAction, PlanStep, TurnPlan } from "../wire/wire.gen";

const step = (region: string, possible = true): PlanStep =>
  ({ region, do: possible ? `conquer ${region}` : "", first: [], price: 2, odds: 100, left: 3, obstacle: possible ? "" : "rules", why: null, facts: {} });

test("regions are added in order; one that is there already goes back to before it", () => {
  expect(chosenAgain(["1"], "2")).toEqual(["1", "2"]);
  expect(chosenAgain(["1", "2", "3"], "3")).toEqual(["1", "2"]);
  expect(chosenAgain(["1", "2", "3"], "1")).toEqual([]);
});

test("what is open after the plan can be chosen, and what is planned too", () => {
  const open = [{ do: "conquer 4", verb: "conquer", region: "4", price: 2 }] as LegalAction[];
  const targets = targetsOf(open, [step("2")]);
  expect([...targets.keys()]).toEqual(["4", "2"]);
  expect(targets.get("4")?.price).toBe(2);
});

/** A table at which some regions cannot be had any more. */
function tableWith(done: string[], refused: Set<string>): TableLink {
  return {
    mine: true,
    plan: (regions: string[]): Promise<TurnPlan> =>
      Promise.resolve({ steps: regions.map((region) => step(region, !refused.has(region))), open: [], coins: 5, coins_failed: null, standing: [] }),
    do: (text: string) => {
      done.push(text);
      return Promise.resolve(true);
    },
  } as unknown as TableLink;
}

test("a plan is carried out in order, and ends where something is no longer possible", async () => {
  const done: string[] = [];
  const planner = new Planner(tableWith(done, new Set(["3"])));
  for (const region of ["1", "2", "3", "4"]) planner.toggle(region);
  expect(await planner.run()).toBe(false);
  expect(done).toEqual(["conquer 1", "conquer 2"]);
  expect(planner.regions).toEqual(["3", "4"]);
  expect(planner.stopped?.region).toBe("3");
  const all: string[] = [];
  const other = new Planner(tableWith(all, new Set()));
  other.toggle("1");
  expect(await other.run()).toBe(true);
  expect(all).toEqual(["conquer 1"]);
});
