// Where the focus goes when what had it is gone.

import { tick } from "svelte";

const HOME = '[data-region][tabindex="0"], main [tabindex="0"], main button';
let leaving: Element | null = null; // what had opened the dialog that is just being closed

/** What opens a dialog now; one dialog that takes the place of another was opened by the same. */
export function openerNow(): Element | null {
  const now = document.activeElement;
  return now !== null && now !== document.body ? now : leaving;
}

/** A dialog closes: the focus goes back to what opened it, unless another one is open by then. */
export function leaveTo(opener: Element | null): void {
  leaving = opener;
  void tick().then(() => {
    leaving = null;
    if (document.querySelector("dialog[open]") === null) giveBackFocus(opener);
  });
}

/** Back to what had it, or to the board. */
export function giveBackFocus(before: Element | null): void {
  const known = before !== null && before.isConnected && before !== document.body;
  const target = known ? before : document.querySelector(HOME);
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}
