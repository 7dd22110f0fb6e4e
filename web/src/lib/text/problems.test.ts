import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../wire/api";
import { seatName, speak } from "../fixtures";
import { failureText, problemText, whyText } from "./problems";

beforeEach(() => speak("en"));

test("reasons are told with their facts in the reader's words", () => {
  expect(whyText("held", { race: "Otters" }, "")).toBe("Otters hold it already");
  expect(whyText("immune", { pieces: ["hero", "lamp"] }, "")).toBe("it is immune (hero and lamp)");
  expect(whyText("too_dear", { price: 4, force: 2 }, "")).toBe("it costs 4, 2 can be sent");
  expect(whyText("not_your_turn", { seat: "P1", now: "P2" }, "", seatName)).toBe("it is not the turn of Ann but of Ben");
  expect(whyText("never heard of", {}, "the server's own words")).toBe("the server's own words");
  speak("de");
  expect(whyText("held", { race: "Otters" }, "")).toContain("Otter");
});

test("a problem says what to do about it", () => {
  expect(problemText({ code: "illegal", why: "chasm", facts: {}, text: "" })).toBe("That is not possible: nobody ever enters a chasm");
  expect(failureText(new ApiError("offline", ""))).toBe("The server cannot be reached. Is it running?");
  expect(failureText(new ApiError("unknown", "", "no_table"))).toBe("Not found: there is no such table");
});
