// What every dialog does, whatever it looks like: it opens, takes the focus, closes by Escape or a tap outside, and gives the focus back.

import { leaveTo, openerNow } from "./focus";

/** For a `dialog` with a heading. */
export function modal(element: HTMLDialogElement, onclose: () => void): { update: (changed: () => void) => void; destroy: () => void } {
  let close = onclose;
  const before = openerNow();
  const heading = element.querySelector<HTMLElement>("h2");
  const events: [string, (event: Event) => void][] = [
    ["cancel", (event) => { event.preventDefault(); close(); }],
    ["click", (event) => { if (event.target === element) close(); }],
  ];
  for (const [kind, handler] of events) element.addEventListener(kind, handler);
  element.showModal();
  (element.querySelector<HTMLElement>("[autofocus]") ?? heading)?.focus(); // the browser would take ✕
  const front = document.querySelector<HTMLDialogElement>("dialog[data-front][open]"); // what was opened last lies in front
  if (front && front !== element) {
    front.close();
    front.showModal();
  }
  return {
    update: (changed) => {
      close = changed;
    },
    destroy: () => leaveTo(before),
  };
}
