// Fetches a feed: within a time and a size, and without following a redirect that could take a key elsewhere. An address may hold a key, so
// errors name the source alone.
import type { Load } from './sources/source.ts'

const EXCHANGE_MS = 30_000
const MOST_BYTES = 10 * 1024 * 1024

export class LoadError extends Error {}

export const loadFeed: Load = async (address, label) => {
  const limit = AbortSignal.timeout(EXCHANGE_MS)
  try {
    const answer = await fetch(address, {
      signal: limit,
      redirect: 'error',
      headers: { 'user-agent': 'Vigie calendar' },
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      throw new LoadError(`${label} answered ${answer.status}`)
    }
    const parts: Uint8Array[] = []
    let taken = 0
    for await (const part of answer.body ?? []) {
      taken += part.length
      if (taken > MOST_BYTES) throw new LoadError(`${label}: more than ${MOST_BYTES} bytes`)
      parts.push(part)
    }
    const announced = Number(answer.headers.get('content-length') ?? Number.NaN)
    if (!answer.headers.get('content-encoding') && announced > taken)
      throw new LoadError(`${label}: the answer was cut off`)
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof LoadError) throw error
    if (limit.aborted) throw new LoadError(`${label}: no answer within ${EXCHANGE_MS} ms`)
    const cause = error instanceof Error ? (error.cause ?? error) : error
    throw new LoadError(
      `${label}: not reached (${cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : 'unknown'})`,
    )
  }
}
