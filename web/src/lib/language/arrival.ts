import { laterOrOnline } from '#lib/browser/later-or-online.ts'
import { retryDelay } from '#lib/data/retry.ts'

/** What a source brings, which is asked again until it does: with growing delays, or when the network returns. Never rejects. */
export async function arrival<T>(source: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await source()
    } catch {
      await laterOrOnline(retryDelay(attempt))
    }
  }
}
