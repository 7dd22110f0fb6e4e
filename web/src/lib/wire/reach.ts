// Links that others can open: a page that was opened as "localhost" asks by which addresses the server is reached.

import { below, request, site, urlOf } from "./home";
import type { Reach } from "./wire.gen";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Where others find this server, the best first; none if only this machine is served. */
export function originsFor(page: Pick<Location, "protocol" | "hostname" | "port" | "origin">, reach: Reach | null): string[] {
  if (!LOCAL.has(page.hostname)) return [page.origin]; // they come as we did
  if (!reach?.network) return [];
  return reach.hosts.map((host) => `${page.protocol}//${host}${page.port ? `:${page.port}` : ""}`);
}

export async function findOrigins(): Promise<string[]> {
  if (site || !LOCAL.has(location.hostname)) return originsFor(location, null);
  const answer = await request("/api/reach").catch(() => null);
  return originsFor(location, answer?.ok ? ((await answer.json()) as Reach) : null);
}

/** An address of this page as others find it; without an origin that is known, as we do. */
export const urlAt = (origin: string, path: string): string => (site || !origin ? urlOf(path) : origin + below(path));

export const seatPath = (table: string, secret: string): string => below(`/t/${table}/seat#${encodeURIComponent(secret)}`);
