import { laterOrOnline } from '#lib/browser/later-or-online.ts'
import { retryDelay } from '#lib/data/retry.ts'

/**
 * What a source brings, which is asked again until it does: with growing delays, or when the network returns. Rejects only where
 * `gone` says, after a second failure, that it will not come; by default never.
 */
export async function arrival<T>(
  source: () => Promise<T>,
  gone: () => Promise<boolean> = async () => false,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await source()
    } catch (error) {
      if (attempt > 0 && (await gone())) throw error
      await laterOrOnline(retryDelay(attempt))
    }
  }
}
