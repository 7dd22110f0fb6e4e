// The line to the server: joins, notices silence within two seconds, and comes back by itself.

import { openLine, type Line } from "./home";
import type { JoinRequest, LearnRequest, PageRequest, PuzzleRequest, ServerMessage } from "./wire.gen";

const PING_MS = 700;
const QUIET_MS = 1500; // no word for so long: say so and freeze
const DEAD_MS = 4500; // no word for so long: hang up and dial again
const WAITS_MS = [200, 500, 1000, 1500];

export type LineState = "connecting" | "open" | "lost" | "gone" | "refused" | "replaced";

export interface Listener {
  joinMessage(): JoinRequest | LearnRequest | PuzzleRequest;
  heard(message: ServerMessage): void;
  stateChanged(state: LineState): void;
}

export class Wire {
  #socket: Line | null = null;
  #state: LineState = "connecting";
  #heardAt = 0;
  #tries = 0;
  #timer: ReturnType<typeof setInterval>;
  #quiet: ReturnType<typeof setTimeout> | null = null;
  #redial: ReturnType<typeof setTimeout> | null = null;
  #over = false;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    this.#timer = setInterval(() => this.#watch(), PING_MS);
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#fall);
    void this.#dial();
  }

  close(): void {
    this.#over = true;
    clearInterval(this.#timer);
    if (this.#quiet) clearTimeout(this.#quiet);
    if (this.#redial) clearTimeout(this.#redial);
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#fall);
    this.#socket?.close();
  }

  send(message: PageRequest): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #set(state: LineState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.listener.stateChanged(state);
  }

  async #dial(): Promise<void> {
    this.#redial = null;
    const socket = await openLine(this.table);
    if (this.#over) return socket.close();
    this.#socket = socket;
    this.#heardAt = Date.now();
    socket.onopen = () => socket.send(JSON.stringify(this.listener.joinMessage()));
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#hear();
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.t === "welcome") {
        this.#tries = 0;
        this.#set("open");
      } else if (this.#state === "lost" && this.#tries === 0) {
        this.#set("open"); // it was only slow
      }
      this.listener.heard(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#over) return;
      this.#socket = null;
      if (event.code === 4404) this.#end("gone");
      else if (event.code === 4403) this.#end("refused");
      else if (event.code === 4409) this.#end("replaced"); // who dials again would push out another page
      else this.#again();
    };
  }

  #hear(): void {
    this.#heardAt = Date.now();
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (this.#state === "open" && !document.hidden) this.#set("lost");
    }, QUIET_MS);
  }

  #end(state: LineState): void {
    this.#over = true;
    clearInterval(this.#timer);
    this.#set(state);
  }

  #again(): void {
    this.#set("lost");
    if (this.#redial || this.#over) return;
    const wait = WAITS_MS[Math.min(this.#tries, WAITS_MS.length - 1)] ?? 1500;
    this.#tries += 1;
    this.#redial = setTimeout(() => void this.#dial(), wait);
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#again();
  }

  #watch(): void {
    const silence = Date.now() - this.#heardAt;
    if (!this.#socket || document.hidden) return;
    if (this.#socket.readyState === WebSocket.OPEN) this.send({ t: "ping" });
    if (silence > DEAD_MS) this.#hangUp();
  }

  #wake = (): void => {
    if (document.hidden || this.#over) return;
    if (this.#redial) {
      clearTimeout(this.#redial);
      void this.#dial();
    } else if (Date.now() - this.#heardAt > DEAD_MS) {
      this.#hangUp(); // after sleep the old line may be dead without having said so
    }
  };

  #fall = (): void => {
    if (this.#state === "open") this.#set("lost");
  };
}
