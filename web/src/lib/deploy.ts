// Ways to spread tokens in hand; plans are extra tokens per region.

export type Plan = Record<string, number>;

/** Give each token to the region that needs it most; needs fall as tokens come. */
function spread(regions: string[], tokens: number, need: (region: string, plan: Plan) => number): Plan {
  const plan: Plan = Object.fromEntries(regions.map((region) => [region, 0]));
  for (let token = 0; token < tokens; token += 1) {
    let best: string | null = null;
    for (const region of regions) {
      if (best === null || need(region, plan) > need(best, plan)) best = region;
    }
    if (best !== null) plan[best] = (plan[best] ?? 0) + 1;
  }
  return plan;
}

/** As equal stacks as can be. */
export function evenly(regions: string[], tokens: number, there: (region: string) => number): Plan {
  return spread(regions, tokens, (region, plan) => -(there(region) + (plan[region] ?? 0)));
}

/** Only where foreign land is near, the most threatened first. */
export function bordersFirst(
  regions: string[],
  tokens: number,
  there: (region: string) => number,
  threat: (region: string) => number,
): Plan {
  const front = regions.filter((region) => threat(region) > 0);
  if (front.length === 0) return evenly(regions, tokens, there);
  const found = spread(front, tokens, (region, plan) => threat(region) / (there(region) + (plan[region] ?? 0) + 1));
  return { ...Object.fromEntries(regions.map((region) => [region, 0])), ...found };
}

/** As they stood before this turn; what is left over is spread evenly. */
export function asBefore(
  regions: string[],
  tokens: number,
  there: (region: string) => number,
  before: (region: string) => number,
): Plan {
  const plan: Plan = Object.fromEntries(regions.map((region) => [region, 0]));
  let left = tokens;
  for (const region of regions) {
    const wanted = Math.min(left, Math.max(0, before(region) - there(region)));
    plan[region] = wanted;
    left -= wanted;
  }
  const rest = evenly(regions, left, (region) => there(region) + (plan[region] ?? 0));
  for (const region of regions) plan[region] = (plan[region] ?? 0) + (rest[region] ?? 0);
  return plan;
}
