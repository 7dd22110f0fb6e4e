// How a motion looks, as keyframes of the Web Animations API: only `transform` and `opacity`, which cost no layout.

import type { Point } from "../board/geometry";
import { MS, type DieRoll, type Find, type Motion, type Travel } from "./motions";

export const EASE = {
  out: "cubic-bezier(.22,1,.36,1)",
  fall: "cubic-bezier(.55,0,1,.45)",
  coin: "cubic-bezier(.65,0,.35,1)",
  spring: "cubic-bezier(.34,1.56,.64,1)",
  in: "ease-in",
  linear: "linear",
} as const;

const ARC = 0.22; // of the way, upwards
const RIM = 16; // pixels below the upper edge of the window
const POINTS = 14;
const LANDED = 1.08;
const SHAKE = 4; // pixels
const FALL = 40;

const at = ([x, y]: Point, more = ""): string => `translate(${round(x)}px, ${round(y)}px)${more}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** From one point to another along an arc. */
export function arc([x, y]: Point, [tx, ty]: Point, steps: number = POINTS): Point[] {
  const lift = Math.hypot(tx - x, ty - y) * ARC;
  const top = Math.min(y, ty, RIM);
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const t = i / steps;
    return [x + (tx - x) * t, Math.max(top, y + (ty - y) * t - 4 * lift * t * (1 - t))];
  });
}

/** There by an arc; then it lies there, settling, until the board shows it. Keyframes have no easing of their own. */
function travel({ ms, stay, pay }: Travel, from: Point, to: Point): Keyframe[] {
  const flight = (ms - stay) / ms;
  const easing = pay ? EASE.coin : EASE.out;
  const frames: Keyframe[] = arc(from, to).map((point, i) => {
    const t = i / POINTS;
    return { offset: round4(flight * timeAt(easing, t)), transform: at(point, stay && i === POINTS ? ` scale(${LANDED})` : ""), opacity: pay && i === POINTS ? 0.2 : 1 };
  });
  if (!stay) return frames;
  const settled = Math.min(1, flight + MS.settle / ms);
  frames.push({ offset: round4(settled), transform: at(to), opacity: 1 });
  if (settled < 1) frames.push({ offset: 1, transform: at(to), opacity: 1 });
  return frames;
}

const round4 = (value: number): number => Math.round(value * 10000) / 10000;

/** When a motion with that easing has come so far: both from 0 to 1. */
export function timeAt(easing: string, progress: number): number {
  const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = (easing.match(/-?[\d.]+/g) ?? []).map(Number);
  const curve = (a: number, b: number, s: number): number => 3 * a * s * (1 - s) ** 2 + 3 * b * s * s * (1 - s) + s ** 3;
  let [low, high] = [0, 1];
  for (let i = 0; i < 24; i += 1) {
    const middle = (low + high) / 2;
    if (curve(y1, y2, middle) < progress) low = middle;
    else high = middle;
  }
  return progress >= 1 ? 1 : progress <= 0 ? 0 : curve(x1, x2, low);
}

/** The tile that breaks off; its "−1" has keyframes of its own. */
function loss([x, y]: Point): Keyframe[] {
  const shaken = MS.shake / MS.tag;
  const fallen = (MS.shake + MS.fall) / MS.tag;
  const side = (n: number): Keyframe => ({ offset: (shaken * n) / 4, transform: at([x + (n % 2 ? SHAKE : -SHAKE), y]), opacity: 1 });
  return [
    { offset: 0, transform: at([x, y]), opacity: 1 }, side(1), side(2), side(3),
    { offset: shaken, transform: at([x, y]), opacity: 1, easing: EASE.fall },
    { offset: fallen, transform: at([x + 6, y + FALL], " rotate(14deg)"), opacity: 0 },
    { offset: 1, transform: at([x + 6, y + FALL], " rotate(14deg)"), opacity: 0 },
  ];
}

/** The number that stays for a while above what was lost. */
export function tagFrames([x, y]: Point): Keyframe[] {
  return [
    { offset: 0, transform: at([x, y]), opacity: 0 },
    { offset: 0.1, transform: at([x, y - 26]), opacity: 1, easing: EASE.linear },
    { offset: 0.8, transform: at([x, y - 30]), opacity: 1, easing: EASE.in },
    { offset: 1, transform: at([x, y - 34]), opacity: 0 },
  ];
}

function die({ ms, hold }: DieRoll, [x, y]: Point): Keyframe[] {
  if (ms <= hold) return fading([x, y], ms);
  const rolled = (ms - hold) / ms;
  const step = (part: number, high: number, turn: number, scale = 1): Keyframe => ({ offset: round4(rolled * part), transform: at([x, y - high], ` rotate(${turn}deg) scale(${scale})`), opacity: 1, easing: EASE.out });
  return [
    { offset: 0, transform: at([x - 30, y - 120], " rotate(-420deg) scale(1.3)"), opacity: 0, easing: EASE.fall },
    step(0.34, 0, -200, 1),
    step(0.58, 26, -80, 1.06),
    step(0.82, 0, -12, 1),
    step(1, 0, 0, 1),
    { offset: 1, transform: at([x, y], " rotate(0deg) scale(1)"), opacity: 1 },
  ];
}

/** When each face of the die is seen. */
export function faceFrames({ faces, ms, hold }: DieRoll, index: number): Keyframe[] {
  const step = (ms - hold) / ms / faces.length;
  const from = round4(step * index);
  const until = index === faces.length - 1 ? 1 : round4(step * (index + 1));
  const frames: Keyframe[] = [];
  if (from > 0) frames.push({ offset: 0, opacity: 0, easing: "step-end" });
  frames.push({ offset: from, opacity: 1, easing: "step-end" });
  if (until < 1) frames.push({ offset: until, opacity: 0, easing: "step-end" });
  frames.push({ offset: 1, opacity: until < 1 ? 0 : 1 });
  return frames;
}

/** Grows from its region to where it is read, and shrinks back into it. */
function card({ ms, hold }: Find, [x, y]: Point, [tx, ty]: Point): Keyframe[] {
  const shown = (ms - hold) * (MS.cardIn / (MS.cardIn + MS.cardOut));
  return [
    { offset: 0, transform: at([x, y], " scale(.1)"), opacity: 0, easing: EASE.spring },
    { offset: round4(shown / ms), transform: at([tx, ty], " scale(1)"), opacity: 1 },
    { offset: round4((shown + hold) / ms), transform: at([tx, ty], " scale(1)"), opacity: 1, easing: EASE.in },
    { offset: 1, transform: at([x, y], " scale(.1)"), opacity: 0 },
  ];
}

function ribbon([x, y]: Point): Keyframe[] {
  const whole = MS.ribbonIn + MS.ribbon + MS.ribbonOut;
  return [
    { offset: 0, transform: at([x - 60, y]), opacity: 0, easing: EASE.out },
    { offset: round4(MS.ribbonIn / whole), transform: at([x, y]), opacity: 1 },
    { offset: round4((MS.ribbonIn + MS.ribbon) / whole), transform: at([x, y]), opacity: 1, easing: EASE.in },
    { offset: 1, transform: at([x + 60, y]), opacity: 0 },
  ];
}

/** It comes and goes where it is. */
function fading(point: Point, ms: number): Keyframe[] {
  const part = Math.min(0.5, MS.fade / ms);
  const frame = (offset: number, opacity: number): Keyframe => ({ offset: round4(offset), transform: at(point), opacity });
  return [frame(0, 0), frame(part, 1), frame(1 - part, 1), frame(1, 0)];
}

const gone = (point: Point): Keyframe[] => [{ transform: at(point), opacity: 1 }, { transform: at(point), opacity: 0 }];

/** The keyframes of a motion between two points of the window; `still`: it does not move, it comes and goes. */
export function framesOf(motion: Motion, from: Point, to: Point, still: boolean): Keyframe[] {
  if (motion.kind === "fade") return gone(from);
  if (still) return fading(to, motion.ms);
  if (motion.kind === "travel") return travel(motion, from, to);
  if (motion.kind === "loss") return loss(from);
  if (motion.kind === "die") return die(motion, to);
  if (motion.kind === "card") return card(motion, from, to);
  return ribbon(to);
}
