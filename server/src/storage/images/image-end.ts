/**
 * The end of an image according to its own structure. Bytes after it belong to something else: such a polyglot file is
 * an image to one program and an archive or a page to another.
 */
export function imageEnd(bytes: Buffer): number | null {
  if (bytes.length >= 8 && bytes.readUInt32BE(0) === 0x89504e47) return pngEnd(bytes)
  if (bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8) return jpegEnd(bytes)
  if (bytes.length >= 12 && bytes.toString('latin1', 0, 4) === 'RIFF') {
    const end = bytes.readUInt32LE(4) + 8
    return end <= bytes.length ? end : null
  }
  return null
}

function pngEnd(bytes: Buffer): number | null {
  let place = 8
  while (place + 12 <= bytes.length) {
    const next = place + 12 + bytes.readUInt32BE(place)
    if (bytes.toString('latin1', place + 4, place + 8) === 'IEND') return next <= bytes.length ? next : null
    place = next
  }
  return null
}

/** Skips segments by length; a scan ends at a marker that is neither stuffing nor a restart. */
function jpegEnd(bytes: Buffer): number | null {
  let place = 2
  while (place + 2 <= bytes.length) {
    if (bytes[place] !== 0xff) return null
    const marker = bytes[place + 1] as number
    if (marker === 0xff) place += 1
    else if (marker === 0xd9) return place + 2
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) place += 2
    else {
      if (place + 4 > bytes.length) return null
      place += 2 + bytes.readUInt16BE(place + 2)
      if (marker === 0xda) place = scanEnd(bytes, place)
    }
  }
  return null
}

function scanEnd(bytes: Buffer, from: number): number {
  let place = from
  for (;;) {
    place = bytes.indexOf(0xff, place)
    if (place === -1 || place + 1 >= bytes.length) return bytes.length
    const next = bytes[place + 1] as number
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return place
    place += next === 0xff ? 1 : 2
  }
}
