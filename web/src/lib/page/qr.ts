// A text as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which is enough for links.

/** By version: error correction bytes of a block, then blocks with their data bytes. */
const BLOCKS: [number, ...[number, number][]][] = [
  [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]],
  [16, [4, 27]], [18, [4, 31]], [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// ---- bytes ----

const EXP: number[] = [];
for (let n = 0, x = 1; n < 255; n += 1, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) EXP.push(x);
const times = (a: number, b: number): number => (a && b ? (EXP[(EXP.indexOf(a) + EXP.indexOf(b)) % 255] ?? 0) : 0);

/** The remainder that lets a reader mend what is damaged (Reed and Solomon). */
function correction(data: number[], length: number): number[] {
  let generator = [1];
  for (let n = 0; n < length; n += 1) {
    const next = [...generator, 0];
    generator.forEach((value, i) => (next[i + 1] = (next[i + 1] ?? 0) ^ times(value, EXP[n] ?? 0)));
    generator = next;
  }
  const rest = [...data, ...Array<number>(length).fill(0)];
  data.forEach((_, i) => {
    const lead = rest[i] ?? 0;
    if (lead) generator.forEach((value, k) => (rest[i + k] = (rest[i + k] ?? 0) ^ times(value, lead)));
  });
  return rest.slice(data.length);
}

const blocksOf = (version: number): { correct: number; sizes: number[] } => {
  const [correct, ...groups] = BLOCKS[version - 1] ?? [0];
  return { correct, sizes: groups.flatMap(([count, size]) => Array<number>(count).fill(size)) };
};

function codewords(bytes: Uint8Array, version: number): number[] {
  const { correct, sizes } = blocksOf(version);
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let n = length - 1; n >= 0; n -= 1) bits.push((value >> n) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let n = 0; n < bits.length; n += 8) data.push(parseInt(bits.slice(n, n + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  let at = 0;
  const blocks = sizes.map((size) => data.slice(at, (at += size)));
  const checks = blocks.map((block) => correction(block, correct));
  const woven = (rows: number[][]): number[] =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) => rows.flatMap((row) => row[i] ?? [])).flat();
  return [...woven(blocks), ...woven(checks)];
}

// ---- squares ----

type Grid = (boolean | null)[][]; // null: not yet decided

/** The bits with the remainder of a division appended. */
function withRemainder(value: number, length: number, generator: number, degree: number): number {
  let rest = value << degree;
  for (let n = length - 1; n >= 0; n -= 1) if (rest & (1 << (n + degree))) rest ^= generator << n;
  return (value << degree) | rest;
}

class Square {
  readonly size: number;
  readonly grid: Grid;

  constructor(private readonly version: number) {
    this.size = 17 + 4 * version;
    this.grid = Array.from({ length: this.size }, () => Array<boolean | null>(this.size).fill(null));
    for (const [x, y] of [[0, 0], [this.size - 7, 0], [0, this.size - 7]] as const) this.#finder(x, y);
    const centres = ALIGNED[version - 1] ?? [];
    for (const x of centres) for (const y of centres) if (this.grid[y]?.[x] === null) this.#ring(x, y, 2);
    for (let n = 8; n < this.size - 8; n += 1) {
      this.set(n, 6, n % 2 === 0);
      this.set(6, n, n % 2 === 0);
    }
    this.format(0); // keeps the place
    if (version >= 7) this.#versionBits();
  }

  set(x: number, y: number, dark: boolean): void {
    const row = this.grid[y];
    if (row && x >= 0 && x < this.size) row[x] = dark;
  }

  #ring(cx: number, cy: number, radius: number): void {
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) this.set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) % 2 === 0);
  }

  #finder(left: number, top: number): void {
    for (let y = -1; y <= 7; y += 1)
      for (let x = -1; x <= 7; x += 1) {
        const away = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        if (top + y >= 0) this.set(left + x, top + y, away !== 2 && away !== 4);
      }
  }

  format(mask: number): void {
    const bits = withRemainder(mask, 5, 0x537, 10) ^ 0x5412; // error correction M is 00
    const bit = (n: number): boolean => ((bits >> n) & 1) === 1;
    for (let n = 0; n < 15; n += 1) {
      const near = n < 6 ? n : n < 8 ? n + 1 : this.size - 15 + n;
      this.set(8, near, bit(n));
      const far = n < 8 ? this.size - 1 - n : n < 9 ? 7 : 14 - n;
      this.set(far, 8, bit(n));
    }
    this.set(8, this.size - 8, true);
  }

  #versionBits(): void {
    const bits = withRemainder(this.version, 6, 0x1f25, 12);
    for (let n = 0; n < 18; n += 1) {
      const [a, b] = [Math.floor(n / 3), this.size - 11 + (n % 3)];
      this.set(a, b, ((bits >> n) & 1) === 1);
      this.set(b, a, ((bits >> n) & 1) === 1);
    }
  }

  /** Where data goes: pairs of columns from the right, up and down. */
  free(): [number, number][] {
    const places: [number, number][] = [];
    let up = true;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right -= 1;
      for (let n = 0; n < this.size; n += 1)
        for (const x of [right, right - 1]) {
          const y = up ? this.size - 1 - n : n;
          if (this.grid[y]?.[x] === null) places.push([x, y]);
        }
      up = !up;
    }
    return places;
  }
}

/** How hard it is to read: the mask with the least of it is taken. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const at = (x: number, y: number): number => (grid[y]?.[x] ? 1 : 0);
  let sum = 0;
  for (const turned of [false, true])
    for (let a = 0; a < size; a += 1) {
      const line = Array.from({ length: size }, (_, b) => (turned ? at(a, b) : at(b, a))).join("");
      for (const run of line.match(/0+|1+/g) ?? []) if (run.length >= 5) sum += run.length - 2;
      for (let b = 0; b + 11 <= size; b += 1) if (["10111010000", "00001011101"].includes(line.slice(b, b + 11))) sum += 40;
    }
  let dark = 0;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      dark += at(x, y);
      if (x + 1 < size && y + 1 < size && [0, 4].includes(at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1))) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** The dark squares of the code, row by row; null if the text is too long for it. Without a mask the one easiest to read is taken. */
export function qrCode(text: string, mask: number | null = null): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, n) => bytes.length + (n + 1 < 10 ? 2 : 3) <= blocksOf(n + 1).sizes.reduce((sum, size) => sum + size, 0)) + 1;
  if (!version) return null;
  const words = codewords(bytes, version);
  const made = MASKS.map((masks, number): boolean[][] => {
    const square = new Square(version);
    const places = square.free();
    square.format(number);
    places.forEach(([x, y], n) => square.set(x, y, (((words[n >> 3] ?? 0) >> (7 - (n % 8))) & 1) === 1 !== masks(x, y)));
    return square.grid as boolean[][];
  });
  if (mask !== null) return made[mask] ?? null;
  return made.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** The same as a path of squares, for an SVG as wide as the code has squares. */
export function qrPath(code: boolean[][]): string {
  return code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join("");
}
