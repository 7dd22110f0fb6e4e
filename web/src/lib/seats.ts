// Players are told apart by colour, pattern and letter.

export const LETTERS = ["A", "B", "C", "D", "E"] as const;

export function seatIndex(seat: string | null): number {
  const match = /^P(\d)$/.exec(seat ?? "");
  return match ? Number(match[1]) - 1 : 0;
}

export function seatLetter(seat: string | null): string {
  return LETTERS[seatIndex(seat)] ?? "?";
}
