// Puts the board's patterns, marks and symbols into the page, once.

let loading: Promise<void> | null = null;

export function loadArt(): Promise<void> {
  loading ??= fetchArt().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchArt(): Promise<void> {
  const answer = await fetch("/api/art.svg");
  if (!answer.ok) throw new Error(answer.statusText);
  // The content policy forbids style in markup; the same rules may come through the object model.
  const text = (await answer.text())
    .replace(/<style>([^]*?)<\/style>/g, (_, rules: string) => {
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
