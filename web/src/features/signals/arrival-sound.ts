import { useState } from 'react'

const KEY = 'vigie-signal-sound'

/** Whether new signals make a sound; off until it is switched on, and remembered. */
export function useSound(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) === 'on')
  return [
    on,
    (next) => {
      localStorage.setItem(KEY, next ? 'on' : 'off')
      setOn(next)
      if (next) chime()
    },
  ]
}

/** Two soft notes, synthesised by the browser. */
export function chime(): void {
  const audio = new AudioContext()
  for (const [index, frequency] of [659, 880].entries()) {
    const note = audio.createOscillator()
    const volume = audio.createGain()
    const at = audio.currentTime + index * 0.14
    note.frequency.value = frequency
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(0.12, at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5)
    note.connect(volume).connect(audio.destination)
    note.start(at)
    note.stop(at + 0.5)
  }
  setTimeout(() => void audio.close(), 1000)
}
