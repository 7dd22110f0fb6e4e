// Writes a scene, event by event.

import { MS, byName, cardOf, dieOf, lookOf, ribbonFor, rolledFor, same, type Motion, type Place, type Scene, type Spectator, type TokenLook, type Travel, type Turning } from "./motions";
import type { GameView, LogEntry, PartCode, RegionView } from "../wire/wire.gen";

interface Heap {
  region: string;
  tokens: number;
}

/** `#at` is when the next thing may begin. */
export class Director {
  #at = 0;
  #reveal = 0;
  #placing = false;
  #motions: Motion[] = [];
  #turnings: Turning[] = [];
  #turned = new Set<string>();
  #counts: Scene["counts"] = [];
  #sounds: Scene["sounds"] = [];
  #before: Map<string, RegionView>;
  #after: Map<string, RegionView>;
  #proposed: Map<string, number>;
  #attack = new Map<string, Travel[]>(); // tokens that wait for the die in a region

  constructor(
    private readonly then: GameView,
    private readonly now: GameView,
    private readonly events: LogEntry[],
    private readonly spectator: Spectator,
  ) {
    this.#before = byName(then);
    this.#after = byName(now);
    this.#proposed = this.#proposals();
  }

  scene(): Scene {
    // What follows from a roll is not to be seen before it.
    const rolls = this.events.some(({ kind }) => kind === "rolled");
    if (!rolls) this.#shift();
    this.events.forEach((entry, index) => this.#play(entry, index));
    if (rolls) this.#shift();
    const seat = ribbonFor(this.events, this.spectator);
    if (seat !== null) {
      this.#motions.push({ kind: "ribbon", at: this.#at, ms: MS.ribbonIn + MS.ribbon + MS.ribbonOut, seat });
      this.#sounds.push({ at: this.#at, sound: "turn" });
    }
    for (const [name, region] of this.#after) {
      const before = this.#before.get(name);
      if (!this.#turned.has(name) && before && !same(before, region)) this.#turn(name, this.#reveal);
    }
    this.#turnings.sort((a, b) => a.at - b.at);
    return {
      motions: this.#motions, turnings: this.#turnings, counts: this.#counts, sounds: this.#sounds,
      reveal: this.spectator.brief ? 0 : this.#reveal, placing: this.#placing, ms: 0,
    };
  }

  /** From then on the region looks as it is now, with the tokens that are proposed to lie there. */
  #turn(region: string, at: number): void {
    const after = this.#after.get(region);
    const more = this.#proposed.get(region) ?? 0;
    this.#turned.add(region);
    this.#turnings.push({ at, region, look: after && more ? { ...after, tokens: after.tokens + more } : null });
  }

  #play(entry: LogEntry, index: number): void {
    const { region } = entry;
    if (entry.kind === "rolled") this.#roll(index);
    else if (entry.kind === "conquered" && region) this.#conquer(entry, region);
    else if (entry.kind === "repelled" && region) this.#repel(entry, region);
    else if (entry.kind === "placed" && region) this.#put(entry, region);
    else if ((entry.kind === "found" && region) || entry.kind === "granted") this.#find(index);
    else if (entry.kind === "picked") this.#pick(entry);
    else if (entry.kind === "paid") this.#pay(entry);
    else if (entry.kind === "scored") this.#score(entry);
  }

  // ---- tokens ----

  #time(from: Place, to: Place): number {
    return MS.travel + Math.max(0, this.spectator.distance(from, to) - MS.far) * MS.slower;
  }

  /** Some tokens one after the other; when the last has arrived. */
  #march(token: TokenLook, tokens: number, from: Place, to: Place, at: number): number {
    const shown = Math.min(tokens, 1 + MS.further);
    const ms = this.#time(from, to);
    const end = at + ms + (shown - 1) * MS.apart;
    for (let i = 0; i < shown; i += 1) {
      const start = at + i * MS.apart;
      this.#motions.push({ kind: "travel", at: start, ms: end - start + MS.settle, token, piece: "", from, to, stay: end - start - ms + MS.settle });
    }
    this.#sounds.push({ at: at + ms, sound: "token" });
    return end;
  }

  #racesLook(seat: string | undefined, race: string | undefined): TokenLook {
    return { name: race ?? "", seat: seat ?? null, declined: false };
  }

  #conquer(entry: LogEntry, region: string): void {
    const waiting = this.#attack.get(region);
    let landing = this.#at;
    if (waiting) {
      this.#attack.delete(region);
      for (const token of waiting) this.#stay(token, this.#at);
    } else if (entry.tokens) {
      landing = this.#march(this.#racesLook(entry.seat, entry.race), entry.tokens, { hand: entry.seat ?? "" }, { region }, this.#at);
    }
    this.#turn(region, landing);
    this.#drivenOut(entry, region, landing);
    this.#at = landing;
  }

  /** What becomes of those who were there, from the moment the others arrive. */
  #drivenOut(conquest: LogEntry, region: string, at: number): void {
    const before = this.#before.get(region);
    for (const entry of this.events) {
      if (entry.line !== conquest.line || entry.region !== region || !entry.tokens) continue;
      const token = before?.tokens ? { ...lookOf(before), name: entry.race ?? lookOf(before).name } : this.#racesLook(entry.seat, entry.race);
      if (entry.kind === "lost") {
        this.#motions.push({ kind: "loss", at, ms: MS.tag, token, region, tokens: entry.tokens });
        this.#sounds.push({ at, sound: "fall" });
      } else if (entry.kind === "withdrawn") this.#march(token, entry.tokens, { region }, { hand: entry.seat ?? "" }, at);
    }
  }

  #stay(token: Travel, until: number): void {
    token.stay += until + MS.settle - (token.at + token.ms);
    token.ms = until + MS.settle - token.at;
  }

  /** The attackers go there, the die falls; what it brings comes after. */
  #roll(index: number): void {
    const region = rolledFor(this.events, index);
    const end = this.events.slice(index + 1).find(({ kind }) => kind === "conquered" || kind === "repelled");
    if (region !== null && end) {
      const active = this.then.seats.find(({ name }) => name === end.seat)?.active;
      const tokens = end.tokens || active?.hand || 0;
      if (tokens) {
        const from = this.#motions.length;
        this.#at = this.#march(this.#racesLook(end.seat, end.race ?? active?.race), tokens, { hand: end.seat ?? "" }, { region }, this.#at);
        this.#attack.set(region, this.#motions.slice(from) as Travel[]);
      }
    }
    const die = dieOf(this.events, index, this.#at, false);
    this.#motions.push(die);
    this.#sounds.push({ at: this.#at, sound: "die" });
    this.#at += die.ms;
    this.#reveal = this.#at;
  }

  #repel(entry: LogEntry, region: string): void {
    for (const token of this.#attack.get(region) ?? []) {
      this.#stay(token, this.#at - MS.settle);
      this.#motions.push({ ...token, at: this.#at, ms: MS.back, from: token.to, to: { hand: entry.seat ?? "" }, stay: 0 });
    }
    this.#attack.delete(region);
    this.#at += MS.back;
  }

  /** Tokens of those who stay: taken up, laid down, or moved from region to region, all at once. */
  #shift(): void {
    const { you } = this.spectator;
    const groups = new Map<string, { token: TokenLook; from: Heap[]; to: Heap[] }>();
    const group = (region: RegionView) => {
      const key = `${region.holder}|${region.race}`;
      const found = groups.get(key) ?? { token: lookOf(region), from: [], to: [] };
      groups.set(key, found);
      return found;
    };
    const left = new Set(this.events.flatMap(({ kind, region }) => (kind === "left" && region ? [region] : [])));
    // Tokens of one's own lie where they were planned to before they are put down.
    const planned = this.then.pools.length > 0 && this.then.to_act !== null && you.includes(this.then.to_act) ? this.then.to_act : null;
    for (const [name, before] of this.#before) {
      const after = this.#after.get(name);
      if (!after || before.declined) continue;
      const stays = before.holder !== null && after.holder === before.holder && after.race === before.race && !after.declined;
      const lies = stays ? after.tokens + (this.#proposed.get(name) ?? 0) : 0;
      if (stays && lies > before.tokens && before.holder !== planned) group(before).to.push({ region: name, tokens: lies - before.tokens });
      else if (before.holder !== null && before.tokens > lies && (stays || left.has(name))) group(before).from.push({ region: name, tokens: before.tokens - lies });
    }
    const start = this.#at;
    let last = start;
    for (const { token, from, to } of groups.values()) last = Math.max(last, this.#exchange(token, from, to, start));
    // Where something is conquered at once, that need not wait for the last of them.
    const conquers = this.events.some(({ kind }) => kind === "conquered");
    this.#at = conquers ? Math.min(last, start + MS.redeployApart * 3) : last;
  }

  /** Where the tokens in the hand of the one who looks are proposed to lie. */
  #proposals(): Map<string, number> {
    const { to_act, pools } = this.now;
    if (to_act === null || !this.spectator.you.includes(to_act) || this.then.pools.length > 0) return new Map();
    return new Map(pools.flatMap(({ regions }) => regions.map((each) => [each.region, each.proposed] as [string, number])));
  }

  #exchange(token: TokenLook, from: Heap[], to: Heap[], start: number): number {
    const hand: Place = { hand: token.seat ?? "" };
    const flights: [Place, Place][] = [];
    const heaps = from.map((heap) => ({ ...heap }));
    for (const { region, tokens } of to) {
      for (let i = 0; i < tokens; i += 1) {
        const heap = heaps.find((each) => each.tokens > 0);
        if (heap) heap.tokens -= 1;
        flights.push([heap ? { region: heap.region } : hand, { region }]);
      }
    }
    for (const { region, tokens } of heaps) for (let i = 0; i < tokens; i += 1) flights.push([{ region }, hand]);
    const arrivals = new Map<string, number>();
    flights.forEach(([source, target], i) => {
      const at = start + i * MS.redeployApart;
      this.#motions.push({ kind: "travel", at, ms: MS.redeploy + MS.settle, token, piece: "", from: source, to: target, stay: MS.settle });
      if (typeof target === "object" && "region" in target) arrivals.set(target.region, at + MS.redeploy);
    });
    if (flights.length) this.#sounds.push({ at: start + MS.redeploy, sound: "token" });
    for (const { region } of from) arrivals.set(region, start);
    for (const [region, at] of arrivals) {
      if (this.#proposed.has(region)) this.#placing = true;
      this.#turn(region, at);
    }
    return flights.length ? start + (flights.length - 1) * MS.redeployApart + MS.redeploy : start;
  }

  // ---- pieces, finds, coins ----

  #put(entry: LogEntry, region: string): void {
    const thing = entry.thing ?? "";
    if (this.events.some(({ kind, line, thing: other }) => kind === "found" && line === entry.line && other === thing)) return;
    const holds = (one: RegionView | undefined): number => (one ? (one.pieces[thing] ?? 0) + one.markers.filter((name) => name === thing).length : 0);
    const source = [...this.#before.values()].find((one) => one.name !== region && holds(one) > holds(this.#after.get(one.name)));
    const from: Place = source ? { region: source.name } : entry.seat ? { hand: entry.seat } : "board";
    const ms = this.#time(from, { region });
    this.#motions.push({ kind: "travel", at: this.#at, ms: ms + MS.settle, token: null, piece: thing, from, to: { region }, stay: MS.settle });
    this.#sounds.push({ at: this.#at + ms, sound: "token" });
    if (source && !this.#turned.has(source.name)) this.#turn(source.name, this.#at);
    this.#at += ms;
    if (!this.#turned.has(region)) this.#turn(region, this.#at);
  }

  #find(index: number): void {
    const card = cardOf(this.events, index, this.#at, this.spectator.brief);
    this.#motions.push(card);
    this.#sounds.push({ at: this.#at, sound: "find" });
    this.#at += card.ms;
  }

  /** What is paid goes to the row; the race comes from there, with the coins that lay on it. */
  #pick({ seat = "", race = "", parts = [] }: LogEntry): void {
    const coins = (code: PartCode): number => Math.abs(parts.find((part) => part.code === code)?.amount ?? 0);
    const row: Place = { row: race };
    const purse: Place = { coins: seat };
    const paid = this.#fly(Array.from({ length: coins("paid") }, (): Place => purse), row, this.#at);
    this.#at = paid.at(-1) ?? this.#at;
    this.#march(this.#racesLook(seat, race), 1, row, { hand: seat }, this.#at);
    const found = this.#fly(Array.from({ length: coins("found") }, (): Place => row), purse, this.#at);
    if (paid.length || found.length) this.#sounds.push({ at: paid[0] ?? found[0] ?? this.#at, sound: "coins" });
    this.#at = Math.max(this.#at + MS.travel, found.at(-1) ?? 0);
  }

  #fly(sources: Place[], to: Place, at: number): number[] {
    const shown = Math.min(sources.length, MS.coins);
    return Array.from({ length: shown }, (_, i) => {
      const from = sources[Math.floor((i * sources.length) / shown)] ?? "board";
      const start = at + i * MS.coinApart;
      this.#motions.push({ kind: "travel", at: start, ms: MS.coin, token: null, piece: "", from, to, stay: 0, pay: true });
      return start + MS.coin;
    });
  }

  #pay({ seat, other, coins = 0 }: LogEntry): void {
    if (!other || !coins) return;
    const ends = this.#fly(Array.from({ length: coins }, (): Place => (seat ? { coins: seat } : "board")), { coins: other }, this.#at);
    this.#sounds.push({ at: ends[0] ?? this.#at, sound: "coins" });
    this.#at = ends.at(-1) ?? this.#at;
  }

  /** From each region what it pays; the number beside the coins counts along. */
  #score({ seat, paying = [] }: LogEntry): void {
    const old = this.then.seats.find(({ name }) => name === seat)?.coins;
    const sum = this.now.seats.find(({ name }) => name === seat)?.coins;
    const sources = paying.flatMap(({ region, coins }) => Array.from({ length: coins }, (): Place => ({ region })));
    if (!seat || !sources.length) return;
    const start = this.#at;
    const ends = this.#fly(sources, { coins: seat }, start);
    if (typeof old === "number" && typeof sum === "number") {
      this.#counts.push({ at: 0, seat, coins: old });
      ends.forEach((at, i) => this.#counts.push({ at, seat, coins: old + Math.round(((sum - old) * (i + 1)) / ends.length) }));
    }
    this.#sounds.push({ at: ends[0] ?? start, sound: "coins" });
    this.#at = ends.at(-1) ?? start;
  }
}
