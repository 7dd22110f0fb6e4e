// Plans for tokens to put down: how many more for each region.

import type { Pool } from "../wire/wire.gen";

export type Plan = Record<string, number>;

/** Where a good player would put them, as the server says. */
export function proposed(pools: Pool[]): Plan {
  return Object.fromEntries(pools.flatMap((pool) => pool.regions.map((each) => [each.region, each.proposed])));
}

/** One more for a region: a token that is left, else one of the largest other heap. */
export function taken(pool: Pool, plan: Plan, region: string): Plan {
  const heaps = pool.regions.map((each) => each.region).filter((each) => each !== region);
  const left = pool.tokens - pool.regions.reduce((sum, each) => sum + (plan[each.region] ?? 0), 0);
  const largest = heaps.toSorted((a, b) => (plan[b] ?? 0) - (plan[a] ?? 0))[0];
  if (left > 0) return { ...plan, [region]: (plan[region] ?? 0) + 1 };
  return largest === undefined ? plan : moved(plan, largest, region);
}

/** One token from here to there. */
export function moved(plan: Plan, from: string, to: string): Plan {
  if (!plan[from] || from === to) return plan;
  return { ...plan, [from]: plan[from] - 1, [to]: (plan[to] ?? 0) + 1 };
}

/** The same with what is left where it was proposed. */
export function filled(pools: Pool[], plan: Plan): Plan {
  const full = { ...plan };
  for (const pool of pools) {
    let left = pool.tokens - pool.regions.reduce((sum, each) => sum + (plan[each.region] ?? 0), 0);
    for (const { region, proposed: wanted } of pool.regions) {
      const more = Math.min(left, Math.max(0, wanted - (full[region] ?? 0)));
      full[region] = (full[region] ?? 0) + more;
      left -= more;
    }
  }
  return full;
}
