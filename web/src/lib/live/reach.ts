// Owns whether the product answers at all. The browser knows of a network, not of where it leads: in a tunnel, behind the log-in page
// of a hotel, while the server starts anew, it calls itself online and nothing arrives.
import { onlineManager } from '@tanstack/react-query'
import { retryDelay } from '#lib/data/retry.ts'
import { reportReach } from './connection.ts'

/** Any answer will do, whoever gives it of this origin; a refusal is one too. */
const ADDRESS = '/health'
const ANSWER_WITHIN_MS = 8000

let looking = false

/**
 * A request got no answer: asks whether any gets one. While none does, that is told, reading waits (as it does without a network),
 * and it is asked again, each time later, or as soon as there is another network; then reading goes on.
 */
export async function lookForServer(): Promise<void> {
  if (looking) return
  looking = true
  for (let attempt = 0; !(await answers()); attempt++) {
    reportReach(false)
    onlineManager.setOnline(false)
    await laterOrOnline(retryDelay(attempt))
  }
  reportReach(true)
  onlineManager.setOnline(true)
  looking = false
}

async function answers(): Promise<boolean> {
  try {
    await fetch(ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return true
  } catch {
    return false
  }
}

const laterOrOnline = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, delayMs)
    window.addEventListener('online', go)
  })
