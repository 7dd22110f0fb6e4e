// Home-made files, and all games as one file: what only a home in this browser has.

import { ask } from "../wire/api";

export const addFile = (name: string, text: string): Promise<{ files: string[] }> => ask("/api/files", { name, text });
export const removeFile = (name: string): Promise<{ files: string[] }> => ask("/api/files", { name, text: null });
export const homeMadeFiles = (): Promise<{ files: string[] }> => ask("/api/files");

export interface Brought {
  brought: number;
  known: number;
  problems: string[];
}

export const isFileOfGames = (text: string): boolean => /^\s*\{\s*"format":\s*"smallworld games/.test(text);
export const bringGames = (text: string): Promise<Brought> => ask("/api/games", JSON.parse(text) as unknown);

/** Lets the reader save all games of this browser. */
export async function saveAllGames(): Promise<void> {
  const games = await ask<unknown>("/api/games");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(games)], { type: "application/json" }));
  link.download = "smallworld-games.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
