// Puts the art into the page, once: patterns, marks and symbols of the boards, and all pictures of the game.

import { below } from "../wire/home";
import type { BoardArt } from "./ground";

let loading: Promise<void> | null = null;
let style = ""; // all rules of it

export function loadArt(): Promise<void> {
  loading ??= fetchArt().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Where it lies: the server writes a name into the page that holds its hash, so that it is fetched only once. */
function address(): string {
  return document.querySelector<HTMLLinkElement>("link[data-art]")?.href ?? below("/api/art.svg");
}

async function fetchArt(): Promise<void> {
  const answer = await fetch(address());
  if (!answer.ok) throw new Error(answer.statusText);
  // The content policy forbids style in markup; the same rules may come through the object model.
  const text = (await answer.text())
    .replace(/<style>([^]*?)<\/style>/g, (_, rules: string) => {
      style += rules;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      return "";
    })
    .replaceAll(' style="', ' data-style="');
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const art = document.importNode(parsed, true);
  for (const element of art.querySelectorAll<SVGElement>("[data-style]")) {
    element.style.cssText = element.dataset.style ?? "";
  }
  art.classList.add("art");
  document.body.append(art);
}

/** What a picture of its own needs of it. */
export function boardArt(): BoardArt {
  return { rules: style, find: (id) => document.getElementById(id)?.outerHTML ?? "" };
}
