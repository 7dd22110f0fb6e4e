// Numbers as the reader's language writes them.

import { settings } from "../page/settings.svelte";

/** With so many digits after the point: "12.5", "12,5". */
export function decimal(n: number, digits = 1): string {
  return new Intl.NumberFormat(settings.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(n);
}

/** A change: "+1.5", "−0.3", "0.0". */
export function change(n: number): string {
  const size = decimal(Math.abs(n));
  if (Math.abs(n) < 0.05) return size;
  return n < 0 ? `−${size}` : `+${size}`;
}
