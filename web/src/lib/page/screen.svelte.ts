// How much room there is, and what points at it.

import { layoutFor, type Layout } from "../table/layout";

const SIDES = ["top", "right", "bottom", "left"] as const;

class Screen {
  width = $state(0);
  height = $state(0);
  inset = $state.raw({ top: 0, right: 0, bottom: 0, left: 0 }); // what the device keeps for itself
  touch = $state(false);
  narrow = $derived(this.width < 900);

  constructor() {
    const coarse = matchMedia("(any-pointer: coarse)");
    const look = (): void => {
      const style = getComputedStyle(document.documentElement);
      const inset = Object.fromEntries(SIDES.map((side) => [side, parseFloat(style.getPropertyValue(`--inset-${side}`)) || 0]));
      this.inset = inset as typeof this.inset;
      this.width = innerWidth;
      this.height = innerHeight;
      this.touch = coarse.matches;
    };
    addEventListener("resize", look);
    coarse.addEventListener("change", look);
    look();
  }

  /** The layout of a table on this screen. */
  layout(board: [number, number], seats: number): Layout {
    const { top, right, bottom, left } = this.inset;
    return layoutFor({ width: this.width - left - right, height: this.height - top - bottom, touch: this.touch }, board, seats);
  }
}

export const screen = new Screen();
