import { expect, test } from "vitest";
import { qrCode, qrPath } from "./qr";

const rows = (text: string, mask: number | null = null): string[] => (qrCode(text, mask) ?? []).map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
async function digest(text: string, mask: number | null = null): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(rows(text, mask).join("\n")));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

// What another program (qrcode 8 for Python) makes of these texts: bytes, error correction M.
const KNOWN: [string, number, number, string][] = [
  ["HELLO", 1, 0, "b664c5ebcc2451fb"],
  ["http://192.168.1.5:7457/t/abcdefghjk/seat#AbCdEfGhIjKlMnOpQrStUvWxYz012345", 5, 1, "674a26f43f18a462"],
  ["x".repeat(100), 6, 2, "c4e995e60adf6c35"],
  ["ü".repeat(60), 7, 3, "663cf67845a37fb5"],
  ["y".repeat(213), 10, 4, "dce7bac45a5d7048"],
  ["z".repeat(150), 8, 5, "905f84bdc6942ac2"],
  ["w".repeat(170), 9, 6, "3596a7d2393cf153"],
  ["HELLO 7", 1, 7, "f02587ba680e4d1b"],
];

test.each(KNOWN)("%s is the code that others make of it", async (text, version, mask, wanted) => {
  expect(rows(text, mask)).toHaveLength(17 + 4 * version);
  expect(await digest(text, mask)).toBe(wanted);
  expect(await Promise.all(Array.from({ length: 8 }, (_, n) => digest(text, n)))).toContain(await digest(text));
});

test("what is too long is no code", () => {
  expect(qrCode("a".repeat(213))).not.toBeNull();
  expect(qrCode("a".repeat(214))).toBeNull();
});

test("it is drawn square by square", () => {
  expect(qrPath([[true, false], [false, true]])).toBe("M0 0h1v1h-1zM1 1h1v1h-1z");
});
