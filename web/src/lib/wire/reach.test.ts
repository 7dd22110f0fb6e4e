import { expect, test } from "vitest";
import { originsFor, seatPath, urlAt } from "./reach";

const at = (hostname: string, port = "7457"): Parameters<typeof originsFor>[0] => ({
  protocol: "http:", hostname, port, origin: `http://${hostname}${port ? `:${port}` : ""}`,
});

test("who came by a name that others can use passes it on", () => {
  expect(originsFor(at("192.168.1.5"), null)).toEqual(["http://192.168.1.5:7457"]);
  expect(originsFor(at("games.example", ""), { network: false, hosts: [] })).toEqual(["http://games.example"]);
});

test("who came as localhost is told the addresses of the machine, if others are served", () => {
  const reach = { network: true, hosts: ["192.168.1.5", "[2001:db8::5]"] };
  expect(originsFor(at("127.0.0.1"), reach)).toEqual(["http://192.168.1.5:7457", "http://[2001:db8::5]:7457"]);
  expect(originsFor(at("localhost"), { network: false, hosts: [] })).toEqual([]);
  expect(originsFor(at("localhost"), null)).toEqual([]);
});

test("a seat's secret stands behind the hash", () => {
  expect(seatPath("abc", "a/b")).toBe("/t/abc/seat#a%2Fb");
});

test("what is given to others has the address by which they come", () => {
  expect(urlAt("http://192.168.1.5:7457", "/deal/base-2-x")).toBe("http://192.168.1.5:7457/deal/base-2-x");
});
