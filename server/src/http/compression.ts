// Compresses text answers in Node's thread pool, without blocking the event loop.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Compresses the text as the caller prefers and returns it with its coding; undefined when it should be sent unchanged.
 * `level` is common to both codings: 1 is the fastest, and above 4 the gain is not worth the time.
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

/** Whether Accept-Encoding lists the coding with a non-zero weight. */
function takes(accepted = '', coding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
