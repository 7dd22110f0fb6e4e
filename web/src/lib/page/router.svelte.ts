// Which screen the address names.

import { at, base, site } from "../wire/home";

export interface Route {
  screen: "start" | "nowhere" | "new" | "table" | "watch" | "replay" | "encyclopedia" | "learn" | "import" | "statistics" | "puzzles" | "deal" | "notices" | "me";
  table: string;
  fragment: string;
  line: number | null;
  entry: string;
  review: boolean;
}

/** The place within the page that the address names. */
export const place = (): Pick<URL, "pathname" | "search" | "hash"> => (site ? new URL(location.hash.slice(1), location.origin) : location);

/** An address without what lies before the page. */
const within = (pathname: string): string => (!site && pathname.startsWith(base) ? pathname.slice(base.length - 1) : pathname);

function read(): Route {
  const { pathname, search, hash } = place();
  const parts = within(pathname).split("/").filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  const line = query.get("line");
  const found: Route = {
    screen: "start",
    table: parts[1] ?? "",
    fragment: decodeURIComponent(hash.slice(1)),
    line: line !== null && /^\d+$/.test(line) ? Number(line) : null,
    entry: query.get("entry") ?? "",
    review: query.has("review"),
  };
  if (parts[0] === "t" && parts[1]) return { ...found, screen: "table" };
  if (parts[0] === "watch" && parts[1]) return { ...found, screen: "watch" };
  if (parts[0] === "replay" && parts[1]) return { ...found, screen: "replay" };
  if (parts[0] === "encyclopedia") return { ...found, screen: "encyclopedia" };
  if (parts[0] === "import" || parts[0] === "statistics" || parts[0] === "puzzles" || parts[0] === "deal") return { ...found, screen: parts[0] };
  if (parts[0] === "notices" && parts[1]) return { ...found, screen: "notices" };
  if (parts[0] === "learn") return { ...found, screen: "learn" };
  if (parts[0] === "me") return { ...found, screen: "me" };
  if (parts[0] === "new") return { ...found, screen: "new" };
  return parts.length ? { ...found, screen: "nowhere" } : found;
}

class Router {
  route = $state<Route>(read());

  constructor() {
    addEventListener("popstate", () => {
      this.route = read();
    });
  }

  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", at(path));
    this.route = read();
    scrollTo(0, 0);
    dispatchEvent(new Event("smallworld.went"));
  }
}

export const router = new Router();

/** Follow a link within the page; clicks that mean something else go their own way. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || link.target || link.origin !== location.origin) return;
  if (within(link.pathname).startsWith("/api/") || (!site && !link.pathname.startsWith(base))) return;
  event.preventDefault();
  router.go(link.hash.startsWith("#/") ? link.hash.slice(1) : within(link.pathname) + link.search + link.hash);
}
