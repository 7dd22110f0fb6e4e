// The one explanation that is open, and where it hangs.

export const LONG_PRESS_MS = 450;
const REST_MS = 900; // a pointer that rests on a region so long wants to know

class Tips {
  names = $state.raw<string[]>([]);
  pinned = $state(false);
  anchor = $state.raw<DOMRect | null>(null);
  #timer: ReturnType<typeof setTimeout> | null = null;

  show(names: string[], element: Element, pinned: boolean): void {
    this.#forget();
    this.names = names;
    this.pinned = pinned;
    this.anchor = element.getBoundingClientRect();
  }

  /** Show it if the pointer stays. */
  soon(names: string[], element: Element): void {
    if (this.pinned) return;
    this.#forget();
    this.#timer = setTimeout(() => this.show(names, element, false), REST_MS);
  }

  hide(force = false): void {
    this.#forget();
    if (this.pinned && !force) return;
    this.names = [];
    this.pinned = false;
  }

  #forget(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

export const tips = new Tips();

/** Explains a name on hover, focus, and long press. */
export function explains(element: Element, name: string): { update: (name: string) => void; destroy: () => void } {
  let current = name;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let held = false;
  const enter = (event: Event) => {
    if ((event as PointerEvent).pointerType !== "touch") tips.show([current], element, false);
  };
  const leave = () => {
    release();
    tips.hide();
  };
  const press = (event: Event) => {
    held = false;
    if ((event as PointerEvent).pointerType !== "touch") return;
    timer = setTimeout(() => {
      held = true;
      tips.show([current], element, true);
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
    if (element.matches(":focus-visible")) tips.show([current], element, false);
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
      current = changed;
    },
    destroy: () => {
      for (const [kind, handler] of events) element.removeEventListener(kind, handler);
      element.removeEventListener("click", click, { capture: true });
      if (tips.names[0] === current) tips.hide(true);
    },
  };
}
