// Where the tables of this page are at home: on a server, or in this browser (a site of files has no server).

export interface SiteFiles {
  engine: Record<"pyodide" | "asm" | "wasm" | "stdlib" | "package", [file: string, bytes: number]>; // compressed
  lock: Record<string, string>; // which Python that is
  answers: string[]; // what the home in the browser would answer, as files
}

/** Below which the page and all its addresses lie, as behind a proxy with other things: "/games/". */
export const base = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=base]")?.content ?? "/";

/** An address of the server: "/api/setup" below the base. */
export const below = (path: string): string => base + path.slice(1);

const meta = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=home]");
/** What a site of files has; null: the page came from a server. */
export const site: SiteFiles | null = meta ? (JSON.parse(meta.content) as SiteFiles) : null;

/** Whether this page could go on without its server. */
export const hasSpare = Boolean(globalThis.document?.querySelector("meta[name=spare]"));

/** Whether that is in this browser; tables of a browser are called so. */
export const isHere = (name: string): boolean => site !== null || /(^|\/)here-/.test(name);

/** Ask the home of the tables for something. */
export const request = async (path: string, init: RequestInit = {}): Promise<Response> =>
  isHere(path) ? (await import("../local/local")).request(path, init) : fetch(below(path), init);

export type Line = Pick<WebSocket, "send" | "close" | "readyState" | "onopen" | "onmessage" | "onclose">;

/** A line to a table. */
export async function openLine(table: string): Promise<Line> {
  if (isHere(table)) return (await import("../local/local")).openLine(table);
  return new WebSocket(`${location.origin.replace("http", "ws")}${below("/ws/")}${encodeURIComponent(table)}`);
}

/** The address of a place in this page: a site of files has one document, so places stand behind its `#`. */
export const at = (path: string): string => (site ? `#${path}` : below(path));

/** The same with where others find it. */
export const urlOf = (path: string): string => new URL(at(path), location.href).href;
