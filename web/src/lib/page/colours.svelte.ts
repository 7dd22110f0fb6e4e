// Which colours are shown: the reader's choice, or what the system asks for.

import type { Contrast, Theme } from "./settings.svelte";

const dark = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");
let systemDark = $state(dark.matches);
let systemStrong = $state(strong.matches);
dark.addEventListener("change", (event) => (systemDark = event.matches));
strong.addEventListener("change", (event) => (systemStrong = event.matches));

/** The theme that is shown where that one is chosen. */
export function shownTheme(theme: Theme): "light" | "dark" {
  return theme === "auto" ? (systemDark ? "dark" : "light") : theme;
}

export function showColours(theme: Theme, contrast: Contrast): void {
  const root = document.documentElement.dataset;
  root.theme = shownTheme(theme);
  root.contrast = contrast === "auto" ? (systemStrong ? "more" : "usual") : contrast;
}
