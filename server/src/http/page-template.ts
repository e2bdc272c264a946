import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Marks that the build leaves in a text for the server to fill. */
const NONCE = '__NONCE__'
const PUBLIC_URL = '__PUBLIC_URL__'
const ENV = '<!--env-->'

/** A built text with what is known at each answer filled in. */
export function fill(
  template: string,
  { nonce, publicUrl, env }: { nonce: string; publicUrl: string; env: string },
): string {
  return template
    .replaceAll(NONCE, nonce)
    .replaceAll(PUBLIC_URL, publicUrl)
    .replace(ENV, () => `<script type="application/json" id="env">${env}</script>`)
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]
// What brotli gains beyond this level is less than the time it takes.
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The text as the caller prefers it, with the name of its coding; undefined when it goes as it is. */
export async function compressed(
  text: string,
  accepted: string | undefined,
): Promise<{ body: Buffer; coding: string | undefined }> {
  const body = Buffer.from(text)
  if (/\bbr\b/.test(accepted ?? '')) return { body: await brotli(body, QUICK), coding: 'br' }
  if (/\bgzip\b/.test(accepted ?? '')) return { body: await zip(body), coding: 'gzip' }
  return { body, coding: undefined }
}
