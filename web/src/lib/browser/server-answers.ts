/** Any response from this origin counts, including an error status. */
const ADDRESS = '/health'
const WITHIN_MS = 8000

/** Whether the server can be reached now. The browser only knows whether there is a network, which may end at a captive portal. */
export async function serverAnswers(): Promise<boolean> {
  try {
    await fetch(ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(WITHIN_MS) })
    return true
  } catch {
    return false
  }
}
