// What was chosen of clocks when a table was made, in words that are loaded when they are wanted.

import { inWords } from "./clock";
import { levelShort } from "../text/levels.svelte";
import { more } from "../text/more";
import type { ClockRules } from "../wire/wire.gen";

/** What was chosen for a table, as a sentence. */
export function clockSays(clock: ClockRules): string {
  const facts = { time: inWords(clock.seconds), bonus: inWords(clock.bonus) };
  const time = clock.per === "turn" ? more("clockSaysTurn", facts) : more(clock.bonus ? "clockSaysBonus" : "clockSaysGame", facts);
  return `${time} ${more(clock.then === "seat" ? "clockThenSeat" : "clockThenTurn", { level: levelShort(clock.level) })}`;
}
