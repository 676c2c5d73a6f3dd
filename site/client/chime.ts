/** C, E and G of the seventh octave, as a music box has them, in hertz. */
const NOTES = [2093, 2637, 3136];
const SECONDS_BETWEEN = 0.1;
const SECONDS_TO_FADE = 1.2;
/** What a plucked tongue of metal sounds: its note, and a soft one high above. */
const PARTIALS = [
  { ratio: 1, loudness: 0.08 },
  { ratio: 2.76, loudness: 0.015 },
];

let box: AudioContext | undefined;

/** Plays three notes of a music box. Browsers allow it once somebody has pressed something on the page. */
export function chime() {
  box ??= new AudioContext();
  void box.resume();
  for (const [i, note] of NOTES.entries()) pluck(box, note, box.currentTime + i * SECONDS_BETWEEN);
}

function pluck(to: AudioContext, note: number, at: number) {
  for (const { ratio, loudness } of PARTIALS) {
    const tone = new OscillatorNode(to, { frequency: note * ratio });
    const volume = new GainNode(to, { gain: loudness });
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + SECONDS_TO_FADE / ratio);
    tone.connect(volume).connect(to.destination);
    tone.start(at);
    tone.stop(at + SECONDS_TO_FADE);
  }
}
