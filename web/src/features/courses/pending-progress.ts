// Progress is stored in this browser before it is sent, and leaves when the server has it: closing the page, losing the network or a
// server that is away for a while loses nothing.
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { isRefusal } from '#lib/data/retry.ts'
import type { Part } from './course.ts'

export type Step = { lesson: string; part: Part; place: number; of: number; seconds: number }
type Send = (step: Step) => Promise<unknown>

const RETRY_MS = 10_000
/** Slides can be turned ten times a second; they are sent once the reader stays. */
const STAYS_MS = 300
/** More than anybody reads without a network; the oldest leave first. */
const MOST = 500
/** What the server refuses for the content itself; a session that ended is not such a refusal. */
const isFinal = (error: unknown): boolean =>
  isRefusal(error) || /^(PT4|22|23|42)/.test((error as { code?: string }).code ?? '')
const key = (member: string) => `vigie-progress:${member}`

/** `onSent` is called when what was waiting has left. */
export function createProgress(member: string, send: Send, { onSent = () => {}, staysFor = STAYS_MS } = {}) {
  let sending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stored = (): Step[] => {
    try {
      const read: unknown = JSON.parse(readSetting(key(member)) ?? '[]')
      return Array.isArray(read) ? (read as Step[]) : []
    } catch {
      return []
    }
  }
  // The list in memory is the truth of this page: storage may be blocked.
  let waiting = stored()
  const keep = () => storeSetting(key(member), JSON.stringify(waiting))

  const flush = async (retries = true): Promise<void> => {
    clearTimeout(timer)
    if (sending || waiting.length === 0) return
    sending = true
    try {
      for (let step = waiting[0]; step; step = waiting[0]) {
        try {
          await send(step)
        } catch (error) {
          if (!isFinal(error)) {
            if (retries) timer = setTimeout(() => void flush(), RETRY_MS)
            return
          }
          // What the server refuses now, such as a lesson that is gone, it will always refuse.
        }
        waiting = waiting.filter((one) => one !== step)
        keep()
      }
    } finally {
      sending = false
    }
    onSent()
  }
  return {
    keep: (step: Step): void => {
      waiting = [...waiting, step].slice(-MOST)
      keep()
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), staysFor)
    },
    flush,
    /** Sends what is waiting a last time; what fails is sent by the next page. */
    leave: () => flush(false),
    waiting: () => waiting.length,
  }
}
