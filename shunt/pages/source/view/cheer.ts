/** The moment when a card is solved, for the ear and the hand: both only if the player has switched them on. */

import type { Settings } from "../play/store.ts";

const NOTES = [523.25, 659.25, 783.99, 1046.5]; // C, E, G, C
const BEAT = 0.11; // seconds

export function cheer({ sound, vibration }: Settings): void {
  if (vibration) navigator.vibrate?.([40, 60, 40, 60, 120]);
  if (sound) play();
}

function play(): void {
  const audio = new AudioContext();
  NOTES.forEach((note, index) => {
    const at = audio.currentTime + index * BEAT;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = note;
    volume.gain.setValueAtTime(0.18, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 4 * BEAT);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 4 * BEAT);
  });
  setTimeout(() => void audio.close(), 2000);
}
