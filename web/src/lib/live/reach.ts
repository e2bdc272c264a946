// Owns whether the server is reachable. The browser only knows whether there is a network: in a tunnel, behind a captive portal
// or while the server restarts, it reports online although nothing arrives.
import { onlineManager } from '@tanstack/react-query'
import { laterOrOnline } from '#lib/browser/later-or-online.ts'
import { serverAnswers } from '#lib/browser/server-answers.ts'
import { retryDelay } from '#lib/data/retry.ts'
import { reportReach } from './connection.ts'

let looking = false

/**
 * Called when a request got no response: probes the server. While no probe succeeds, the connection counts as unreachable, reads
 * pause as if offline, and probes repeat with growing delays or when the network returns. Then reads resume.
 */
export async function lookForServer(): Promise<void> {
  if (looking) return
  looking = true
  for (let attempt = 0; !(await serverAnswers()); attempt++) {
    reportReach(false)
    onlineManager.setOnline(false)
    await laterOrOnline(retryDelay(attempt))
  }
  reportReach(true)
  onlineManager.setOnline(true)
  looking = false
}
