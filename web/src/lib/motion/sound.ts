// Soft sounds, made here from a few waves; nothing is heard before the reader has clicked or typed something.

import type { Sound } from "./motions";

/** One tone: a wave that glides from one pitch to another while it fades. */
export interface Tone {
  wave: OscillatorType | "noise";
  from: number; // hertz; of noise: the middle of its band
  to: number;
  at: number; // seconds
  length: number;
  loud: number; // 0 to 1
}

const tone = (wave: Tone["wave"], from: number, to: number, at: number, length: number, loud: number): Tone => ({ wave, from, to, at, length, loud });

export const SOUNDS: Record<Sound, Tone[]> = {
  token: [tone("noise", 900, 500, 0, 0.05, 0.5), tone("sine", 210, 140, 0, 0.09, 0.5)],
  fall: [tone("triangle", 320, 90, 0.09, 0.28, 0.35), tone("noise", 600, 200, 0.3, 0.08, 0.3)],
  die: [0, 0.11, 0.2, 0.34, 0.5, 0.72].map((at, i) => tone("noise", 1500 - 90 * i, 900, at, 0.045, 0.5 - 0.05 * i)),
  coins: [0, 0.045, 0.09, 0.135].flatMap((at, i) => [tone("sine", 1760 + 190 * i, 1760 + 190 * i, at, 0.22, 0.16), tone("sine", 2640 + 240 * i, 2640 + 240 * i, at, 0.14, 0.08)]),
  find: [523, 659, 784, 1047].map((pitch, i) => tone("triangle", pitch, pitch, i * 0.09, 0.36, 0.22)),
  turn: [tone("sine", 392, 392, 0, 0.3, 0.3), tone("sine", 587, 587, 0.14, 0.42, 0.3)],
};

const VOLUME = 0.22;
const GESTURES = ["pointerdown", "keydown"] as const;

class Speaker {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #woken = false;

  constructor() {
    if (typeof document === "undefined") return;
    const wake = (): void => {
      this.#woken = true;
      for (const kind of GESTURES) document.removeEventListener(kind, wake, true);
    };
    for (const kind of GESTURES) document.addEventListener(kind, wake, true);
  }

  /** Play these at their times (ms from now); what comes back ends them. */
  play(sounds: { at: number; sound: Sound }[]): () => void {
    if (!this.#woken || sounds.length === 0 || typeof AudioContext === "undefined") return () => undefined;
    const context = (this.#context ??= new AudioContext());
    if (context.state === "suspended") void context.resume();
    const out = context.createGain();
    out.gain.value = VOLUME;
    out.connect(context.destination);
    let end = 0;
    for (const { at, sound } of sounds) {
      for (const each of SOUNDS[sound]) {
        this.#tone(context, out, each, context.currentTime + at / 1000 + each.at);
        end = Math.max(end, at / 1000 + each.at + each.length);
      }
    }
    const done = setTimeout(() => out.disconnect(), (end + 0.5) * 1000);
    return () => {
      clearTimeout(done);
      out.gain.setTargetAtTime(0, context.currentTime, 0.02);
      setTimeout(() => out.disconnect(), 200);
    };
  }

  #tone(context: AudioContext, out: AudioNode, { wave, from, to, length, loud }: Tone, start: number): void {
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    volume.connect(out);
    let source: AudioScheduledSourceNode;
    if (wave === "noise") {
      const band = context.createBiquadFilter();
      band.type = "bandpass";
      band.frequency.setValueAtTime(from, start);
      band.frequency.exponentialRampToValueAtTime(to, start + length);
      band.connect(volume);
      source = new AudioBufferSourceNode(context, { buffer: this.#hiss(context), loop: true });
      source.connect(band);
    } else {
      const pitch = new OscillatorNode(context, { type: wave, frequency: from });
      pitch.frequency.setValueAtTime(from, start);
      pitch.frequency.exponentialRampToValueAtTime(to, start + length);
      pitch.connect(volume);
      source = pitch;
    }
    source.start(start);
    source.stop(start + length + 0.02);
  }

  #hiss(context: AudioContext): AudioBuffer {
    if (!this.#noise) {
      this.#noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
      const samples = this.#noise.getChannelData(0);
      for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    }
    return this.#noise;
  }
}

export const speaker = new Speaker();
