// The clocks of a table as they stand this very moment: time goes by between two messages.

import { leftNow } from "./clock";
import type { TableLink } from "./table.svelte";
import type { SeatStatus } from "../wire/wire.gen";

const LOOK_MS = 500;

export class Ticking {
  #now = $state(Date.now());

  /** Where nobody can be reached, what is left is not known, and stands. */
  constructor(readonly link: TableLink, past: () => boolean = () => false) {
    $effect(() => {
      if (past() || link.state !== "open" || !this.running) return;
      this.#now = Date.now();
      const timer = setInterval(() => (this.#now = Date.now()), LOOK_MS);
      return () => clearInterval(timer);
    });
  }

  /** The seat whose time runs. */
  get running(): SeatStatus | undefined {
    return this.link.info?.seats.find((seat) => seat.clock?.runs);
  }

  /** Seconds that seat has left. */
  left(seat: SeatStatus): number {
    return seat.clock ? leftNow(seat.clock, Math.max(0, this.#now - this.link.seatsAt) / 1000) : 0;
  }
}
