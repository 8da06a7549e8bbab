// Short sounds, made on the spot. Nothing is ever told by sound alone.
import { kept, settings } from "./settings";

export type SoundName = "move" | "capture" | "win" | "lose" | "tick" | "pop" | "illegal";

/** Notes as [Hz, start, length], in seconds, and their shape. */
const SOUNDS: Record<SoundName, { shape: OscillatorType; loud: number; notes: [number, number, number][] }> = {
  move: { shape: "triangle", loud: 0.25, notes: [[330, 0, 0.07]] },
  capture: {
    shape: "triangle",
    loud: 0.3,
    notes: [
      [294, 0, 0.07],
      [196, 0.06, 0.12],
    ],
  },
  win: {
    shape: "sine",
    loud: 0.25,
    notes: [
      [523, 0, 0.15],
      [659, 0.13, 0.15],
      [784, 0.26, 0.3],
    ],
  },
  lose: {
    shape: "sine",
    loud: 0.25,
    notes: [
      [392, 0, 0.2],
      [311, 0.18, 0.35],
    ],
  },
  tick: { shape: "square", loud: 0.05, notes: [[880, 0, 0.03]] },
  pop: {
    shape: "sine",
    loud: 0.25,
    notes: [
      [660, 0, 0.08],
      [880, 0.05, 0.06],
    ],
  },
  illegal: { shape: "sawtooth", loud: 0.1, notes: [[140, 0, 0.12]] },
};

/** Of a scale, in semitones. */
const SCALE = [0, 2, 4, 5, 7, 9, 11];
const HIGHEST = 14;

let audio: AudioContext | null = null;

/** How much higher it sounds after so many steps of a scale. */
export function raised(steps: number): number {
  const step = Math.min(Math.max(steps, 0), HIGHEST);
  return 2 ** (Math.floor(step / SCALE.length) + SCALE[step % SCALE.length]! / 12);
}

/** `steps` higher than usual: what comes again and again, such as the links of a chain, rises. */
export function sound(name: SoundName, steps = 0): void {
  if (!settings.value.sound || document.hidden) return;
  // Until somebody touches the page a browser keeps it silent, and what would have sounded is not made up for.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const { shape, loud, notes } = SOUNDS[name];
  const volume = loud * kept.value.volume;
  if (volume <= 0) return;
  for (const [pitch, start, length] of notes)
    note(audio, shape, volume, pitch * raised(steps), audio.currentTime + start, length);
}

function note(
  to: AudioContext,
  shape: OscillatorType,
  loud: number,
  pitch: number,
  start: number,
  length: number,
): void {
  const tone = new OscillatorNode(to, { type: shape, frequency: pitch });
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(to.destination);
  tone.start(start);
  tone.stop(start + length);
}
