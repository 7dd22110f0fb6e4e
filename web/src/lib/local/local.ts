// The page's side of the home in this browser: what would go to a server by fetch and WebSocket goes to a worker.

import type { FromPage, ToPage } from "../../worker/home";
import type { MyGames } from "../wire/wire.gen";
import { site, urlOf, type Line, type SiteFiles } from "../wire/home";
import { recall, remember } from "../page/keep";
import { register } from "./offline";
import { status } from "./status.svelte";

const FILES = "smallworld.files"; // whether there are home-made files: then answers that are files will not do

let worker: Worker | null = null;
let numbers = 0;
const asked = new Map<number, (answer: { ok: boolean; body: unknown }) => void>();
const lines = new Map<number, LocalLine>();

const base = site ? (document.baseURI.split("#")[0] ?? "") : urlOf("/");

/** What runs the game: of this site, or what a server has for the time when it is gone. */
export function engineFiles(): SiteFiles | null {
  const spare = document.querySelector<HTMLMetaElement>("meta[name=spare]");
  return site ?? (spare ? (JSON.parse(spare.content) as SiteFiles) : null);
}

/** Starts the worker, if it does not run; the page is told how far it is. */
export function start(): void {
  const files = engineFiles();
  if (!worker && files) worker = begin(files, base);
}

function begin(files: SiteFiles, from: string): Worker {
  const made = new Worker(new URL("../../worker/home.ts", import.meta.url), { type: "module" });
  made.onmessage = ({ data }: MessageEvent<ToPage>) => hear(data);
  made.onerror = (event) => status.fail(event.message);
  made.postMessage({ in: "begin", files, base: from } satisfies FromPage);
  status.begin();
  return made;
}

/** After a failure: begin anew; what was asked is asked again by those who asked. */
export function restart(): void {
  worker?.terminate();
  worker = null;
  for (const line of [...lines.values()]) line.end(1012);
  for (const answer of asked.values()) answer({ ok: false, body: { error: { code: "offline", text: "restarted" } } });
  asked.clear();
  start();
}

function send(message: FromPage): void {
  start();
  worker?.postMessage(message);
}

function hear(message: ToPage): void {
  if (message.out === "progress") status.progress(message.part);
  else if (message.out === "ready") {
    remember(FILES, message.files > 0);
    status.ready();
    if (site) register(); // not before: its files would be in the way of the game's
  } else if (message.out === "failed") status.fail(message.text);
  else if (message.out === "storage") status.storage(message.ok, message.text);
  else if (message.out === "tell") lines.get(message.line)?.hear(message.text);
  else if (message.out === "close") lines.get(message.line)?.end(message.code);
  else {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  }
}

// ---- requests ----

const KINDS: Record<string, string> = { art: "svg" };

/** What is the same for everybody lies beside the page as a file, unless home-made files change it. */
function fileFor(path: string): string | null {
  const name = path.replace("/api/", "");
  if (!site?.answers.includes(name)) return null;
  if ((name === "setup" || name.startsWith("texts/")) && recall(FILES, false)) return null;
  return `api/${name}.${KINDS[name] ?? "json"}`;
}

export async function request(path: string, init: RequestInit): Promise<Response> {
  const file = fileFor(path);
  if (file) return fetch(new URL(file, base));
  const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : null;
  const token = new Headers(init.headers).get("Authorization")?.replace("Bearer ", "") ?? "";
  const answer = await ask(path, body, token);
  if (answer.ok && path === "/api/tables") void navigator.storage?.persist?.().catch(() => undefined); // else it may be tidied away
  if (answer.ok && path.endsWith("/record")) return new Response((answer.body as { record: string }).record);
  if (answer.ok && path === "/api/files") remember(FILES, (answer.body as { files: string[] }).files.length > 0);
  return Response.json(answer.body, { status: answer.ok ? 200 : 400 });
}

/** The games of this browser, on the page of a server. */
export async function myGamesHere(): Promise<MyGames> {
  return (await ask("/api/mine", { secrets: [] }, "")).body as MyGames;
}

function ask(path: string, body: unknown, token: string): Promise<{ ok: boolean; body: unknown }> {
  const id = ++numbers;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    if (path !== "/api/mine" && path !== "/api/tables/open") status.wait(); // a list comes when it comes
    send({ in: "request", id, path, body, token });
  }).finally(() => status.done()) as Promise<{ ok: boolean; body: unknown }>;
}

// ---- lines ----

/** Behaves as a WebSocket does; whether somebody is there is never a question. */
class LocalLine implements Line {
  readyState: Line["readyState"] = WebSocket.OPEN;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  #number = ++numbers;

  constructor(table: string) {
    lines.set(this.#number, this);
    status.wait();
    send({ in: "open", line: this.#number, table });
    setTimeout(() => this.onopen?.(new Event("open"))); // whoever wants to know has to be given the line first
  }

  send(text: string): void {
    if (text === '{"t":"ping"}') this.hear('{"t":"pong"}');
    else send({ in: "message", line: this.#number, text });
  }

  hear(text: string): void {
    if (!text.startsWith('{"t":"pong"')) status.done();
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  end(code: number): void {
    if (!lines.delete(this.#number)) return;
    this.readyState = WebSocket.CLOSED;
    status.done();
    this.onclose?.(new CloseEvent("close", { code }));
  }

  close(): void {
    if (!lines.delete(this.#number)) return;
    this.readyState = WebSocket.CLOSED;
    status.done();
    send({ in: "closed", line: this.#number });
  }
}

export const openLine = (table: string): Line => new LocalLine(table);
