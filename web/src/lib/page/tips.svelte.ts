// The one explanation that is open, and where it hangs.

import { settings } from "./settings.svelte";

export const LONG_PRESS_MS = 450;
const REST_MS = 600; // a pointer that rests on a region so long, after it moved there, wants to know
const HOVER_MS = 300; // ... and on a name

export type Free = "left" | "right"; // the half of the board where the pointer is not

class Tips {
  names = $state.raw<string[]>([]);
  pinned = $state(false);
  anchor = $state.raw<DOMRect | null>(null);
  free = $state<Free | null>(null); // for what is told of the board
  #timer: ReturnType<typeof setTimeout> | null = null;
  #awaited: string[] | null = null; // what it will show

  show(names: string[], element: Element, pinned: boolean): void {
    this.#open(names, element.getBoundingClientRect(), pinned, null);
  }

  /** Show it if the pointer stays on that name. */
  soon(names: string[], element: Element): void {
    if (this.pinned || !settings.tips) return;
    this.#forget();
    this.#awaited = names;
    this.#timer = setTimeout(() => this.show(names, element, false), HOVER_MS);
  }

  /** Show it if the pointer stays where it is on the board, on the other side of that. */
  rest(names: string[], board: DOMRect, x: number): void {
    if (this.pinned || !settings.tips) return;
    this.#forget();
    const free = x < board.left + board.width / 2 ? "right" : "left";
    this.#timer = setTimeout(() => this.#open(names, board, false, free), REST_MS);
  }

  #open(names: string[], anchor: DOMRect, pinned: boolean, free: Free | null): void {
    this.#forget();
    this.names = names;
    this.anchor = anchor;
    this.pinned = pinned;
    this.free = free;
  }

  /** The pointer or the focus leaves what has these names; what it goes to may have its own by then. */
  leave(names: string[]): void {
    if (this.#awaited === names) this.#forget();
    // An element may go with the focus while the page is being changed: later, then.
    queueMicrotask(() => {
      if (this.names === names) this.hide();
    });
  }

  hide(force = false): void {
    this.#forget();
    if ((this.pinned && !force) || this.names.length === 0) return;
    this.names = [];
    this.pinned = false;
  }

  #forget(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#awaited = null;
  }
}

export const tips = new Tips();

/** Explains a name, or several, on hover, focus, and long press. */
export function explains(element: Element, name: string | string[]): { update: (name: string | string[]) => void; destroy: () => void } {
  let current = [name].flat();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let held = false;
  const enter = (event: Event) => {
    if ((event as PointerEvent).pointerType !== "touch") tips.soon(current, element);
  };
  const leave = () => {
    release();
    tips.leave(current);
  };
  const press = (event: Event) => {
    held = false;
    if ((event as PointerEvent).pointerType !== "touch") {
      tips.hide(); // who presses knows enough
      return;
    }
    timer = setTimeout(() => {
      held = true;
      tips.show(current, element, true);
    }, LONG_PRESS_MS);
  };
  const release = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  // Who asked by a long press did not mean to press the button.
  const click = (event: Event) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const menu = (event: Event) => {
    if (held || timer) event.preventDefault();
  };
  const focus = () => {
    if (settings.tips && element.matches(":focus-visible")) tips.show(current, element, false);
  };
  const events: [string, (event: Event) => void][] = [
    ["pointerenter", enter],
    ["pointerleave", leave],
    ["pointerdown", press],
    ["pointerup", release],
    ["pointercancel", release],
    ["contextmenu", menu],
    ["focus", focus],
    ["blur", leave],
  ];
  for (const [kind, handler] of events) element.addEventListener(kind, handler);
  element.addEventListener("click", click, { capture: true });
  return {
    update: (changed) => {
      current = [changed].flat();
    },
    destroy: () => {
      for (const [kind, handler] of events) element.removeEventListener(kind, handler);
      element.removeEventListener("click", click, { capture: true });
      if (tips.names[0] === current[0]) tips.hide(true);
    },
  };
}
