// The one explanation that is open, and where it hangs.

class Tips {
  name = $state<string | null>(null);
  pinned = $state(false);
  anchor = $state.raw<DOMRect | null>(null);

  show(name: string, element: Element, pinned: boolean): void {
    this.name = name;
    this.pinned = pinned;
    this.anchor = element.getBoundingClientRect();
  }

  hide(force = false): void {
    if (this.pinned && !force) return;
    this.name = null;
    this.pinned = false;
  }
}

export const tips = new Tips();

const LONG_PRESS_MS = 450;

/** Explains a name on hover, focus, and long press. */
export function explains(element: Element, name: string): { update: (name: string) => void; destroy: () => void } {
  let current = name;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const enter = (event: Event) => {
    if ((event as PointerEvent).pointerType !== "touch") tips.show(current, element, false);
  };
  const leave = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    tips.hide();
  };
  const press = (event: Event) => {
    if ((event as PointerEvent).pointerType !== "touch") return;
    timer = setTimeout(() => tips.show(current, element, true), LONG_PRESS_MS);
  };
  const release = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const focus = () => {
    if (element.matches(":focus-visible")) tips.show(current, element, false);
  };
  const events: [string, (event: Event) => void][] = [
    ["pointerenter", enter],
    ["pointerleave", leave],
    ["pointerdown", press],
    ["pointerup", release],
    ["pointercancel", release],
    ["focus", focus],
    ["blur", leave],
  ];
  for (const [kind, handler] of events) element.addEventListener(kind, handler);
  return {
    update: (changed) => {
      current = changed;
    },
    destroy: () => {
      for (const [kind, handler] of events) element.removeEventListener(kind, handler);
      if (tips.name === current) tips.hide(true);
    },
  };
}
