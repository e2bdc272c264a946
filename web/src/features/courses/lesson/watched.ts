/** Time jumped over by more than this is not time watched. */
const STEP_S = 1.5

/** Counts the seconds that a video really played, whatever its speed, and hands them out in whole seconds. */
export function createWatch() {
  let last: number | null = null
  let counted = 0
  return {
    /** The video is at this second, playing. */
    at: (second: number, speed: number): void => {
      const passed = last === null ? 0 : second - last
      if (passed > 0 && passed <= STEP_S * Math.max(1, speed)) counted += passed
      last = second
    },
    /** The video paused or jumped: what follows begins anew. */
    stop: (): void => {
      last = null
    },
    /** The whole seconds since the last call. */
    take: (): number => {
      const whole = Math.floor(counted)
      counted -= whole
      return whole
    },
  }
}
