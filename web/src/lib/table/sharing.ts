// What did not change from one view to the next stays the same object, so that nothing which shows it is made anew.

import type { GameView } from "../wire/wire.gen";

const alike = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The new list with the old one's objects where they say the same; the old list itself if all of them do. */
function sharedList<T>(then: T[], now: T[]): T[] {
  const shared = now.map((each, i) => (i < then.length && alike(then[i], each) ? (then[i] as T) : each));
  return shared.length === then.length && shared.every((each, i) => each === then[i]) ? then : shared;
}

/** The new view, with all that it has in common with the one before. */
export function sharedView(then: GameView | null, now: GameView): GameView {
  if (then === null) return now;
  return { ...now, regions: sharedList(then.regions, now.regions), seats: sharedList(then.seats, now.seats), row: sharedList(then.row, now.row) };
}

/** The old value if the new one says the same. */
export function keptIfAlike<T>(then: T, now: T): T {
  return alike(then, now) ? then : now;
}
