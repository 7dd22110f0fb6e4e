// Players are told apart by colour, pattern and letter.

export const LETTERS = ["A", "B", "C", "D", "E"] as const;

const SEATS = ["P1", "P2", "P3", "P4", "P5"];

export function seatIndex(seat: string | null): number {
  return Math.max(0, SEATS.indexOf(seat ?? ""));
}

export function seatLetter(seat: string | null): string {
  return LETTERS[seatIndex(seat)] ?? "?";
}
