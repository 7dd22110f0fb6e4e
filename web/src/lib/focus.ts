// Where the focus goes when what had it is gone.

const HOME = '[data-region][tabindex="0"], main [tabindex="0"], main button';

/** Back to what had it, or to the board. */
export function giveBackFocus(before: Element | null): void {
  const known = before !== null && before.isConnected && before !== document.body;
  const target = known ? before : document.querySelector(HOME);
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}
