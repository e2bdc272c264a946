/** Stripe's events are tens of kilobytes at most. */
export const LARGEST_BODY = 256 * 1024

/** The bytes as they came; null when there are more than there may be, and then the rest is not read. */
export async function readBounded(request: Request, most = LARGEST_BODY): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.length
    if (length > most) return null
    parts.push(part)
  }
  const body = new Uint8Array(length)
  let place = 0
  for (const part of parts) {
    body.set(part, place)
    place += part.length
  }
  return body
}
