/**
 * Detects a file's type by its first bytes, since names and headers can be false. Recognises common upload types and
 * those that browsers interpret.
 */
const SIGNATURES: readonly (readonly [type: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/vnd.microsoft.icon', 0, '\0\0\x01\0'],
  ['image/jxl', 0, '\0\0\0\fJXL \r\n\x87\n'],
  ['image/jxl', 0, '\xff\n'],
  ['application/pdf', 0, '%PDF-'],
  ['application/postscript', 0, '%!PS'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/zip', 0, 'PK\x05\x06'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  ['application/x-bzip2', 0, 'BZh'],
  ['application/x-7z-compressed', 0, "7z\xbc\xaf'\x1c"],
  ['application/x-rar-compressed', 0, 'Rar!\x1a\x07'],
  ['application/x-msdownload', 0, 'MZ'],
  ['application/x-elf', 0, '\x7fELF'],
  ['application/wasm', 0, '\0asm'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['font/woff', 0, 'wOFF'],
  ['font/woff2', 0, 'wOF2'],
]

/** ISO base media files name their type in the brand. */
const BRANDS: readonly (readonly [brand: RegExp, type: string])[] = [
  [/^avi[fs]/, 'image/avif'],
  [/^(hei[cxms]|hev[cxms]|mif1|msf1)/, 'image/heic'],
  [/^qt {2}/, 'video/quicktime'],
  [/^M4A/, 'audio/mp4'],
  [/./, 'video/mp4'],
]

/** Number of bytes examined. */
export const LOOKED_AT = 4096

/** The type according to the first bytes, or null when they are inconclusive (plain text, unknown formats). */
export function contentTypeOf(head: Buffer): string | null {
  const text = head.subarray(0, LOOKED_AT).toString('latin1')
  if (text.slice(4, 8) === 'ftyp') return BRANDS.find(([brand]) => brand.test(text.slice(8, 12)))?.[1] ?? null
  if (text.startsWith('RIFF')) return riffType(text.slice(8, 12))
  const known = SIGNATURES.find(([, offset, bytes]) => text.startsWith(bytes, offset))
  return known?.[0] ?? markupType(head)
}

const riffType = (kind: string): string | null =>
  ({ WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' })[kind] ?? null

const HTML =
  /^<(!doctype\s+html|html|head|body|script|iframe|title|style|table|meta|a|div|p|h1|br|img|b|font)[\s>/]/i

/** Markup begins with `<` after spaces, comments and a prologue, in an encoding that browsers recognise. */
function markupType(head: Buffer): string | null {
  const looked = head.subarray(0, LOOKED_AT)
  const utf16 =
    looked[0] === 0xff && looked[1] === 0xfe ? 'le' : looked[0] === 0xfe && looked[1] === 0xff ? 'be' : null
  const text = utf16
    ? new TextDecoder(`utf-16${utf16}`).decode(looked)
    : looked.toString('utf8').replace(/^\uFEFF/, '')
  let rest = text.trimStart()
  const declared = rest.startsWith('<?xml')
  for (;;) {
    const skipped = rest.startsWith('<!--')
      ? after(rest, '-->')
      : rest.startsWith('<?')
        ? after(rest, '?>')
        : /^<!doctype\s+svg/i.test(rest)
          ? after(rest, '>')
          : rest
    if (skipped === rest) break
    rest = skipped.trimStart()
  }
  if (/^<(\w+:)?svg[\s>/]/i.test(rest)) return 'image/svg+xml'
  if (HTML.test(`${rest} `)) return 'text/html'
  if (declared) return /<(\w+:)?svg[\s>/]/i.test(text) ? 'image/svg+xml' : 'application/xml'
  return null
}

function after(text: string, mark: string): string {
  const place = text.indexOf(mark)
  return place === -1 ? '' : text.slice(place + mark.length)
}

/** Detectable types: a file declared as one of these must have its signature. */
const TOLD = new Set([
  ...SIGNATURES.map(([type]) => type),
  ...BRANDS.map(([, type]) => type),
  'image/webp',
  'image/svg+xml',
  'audio/wav',
])

export const isToldByContent = (type: string): boolean => TOLD.has(type)
