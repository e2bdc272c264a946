// Owns the coding of what is sent as text. It runs in Node's thread pool: the event loop goes on meanwhile.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * The text as the caller prefers it, with the name of its coding; undefined when it goes as it is. `level` as both codings
 * count: 1 is the quickest; beyond 4 the gain is less than the time.
 */
export async function compressed(
  text: string | Buffer,
  accepted: string | undefined,
  level: 1 | 4,
): Promise<{ body: Buffer; coding: 'br' | 'gzip' | undefined }> {
  const body = Buffer.from(text)
  if (takes(accepted, 'br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    }
    return { body: await brotli(body, { params }), coding: 'br' }
  }
  if (takes(accepted, 'gzip')) return { body: await zip(body, { level }), coding: 'gzip' }
  return { body, coding: undefined }
}

/** Whether an Accept-Encoding names the coding and does not give it the weight 0, which forbids it. */
function takes(accepted = '', coding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
