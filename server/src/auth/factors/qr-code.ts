/**
 * QR codes (ISO/IEC 18004) for short texts: byte mode, error correction level M, as one SVG path. The client puts the
 * SVG behind `data:image/svg+xml;utf-8,`: it contains no `#` and needs no encoding.
 */
// For each version from 1: error-correction bytes per block, and number of blocks (table 9, level M).
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]
const QUIET = 4

/** True means a dark module. `masks` restricts the mask choice. Throws RangeError above 2331 bytes. */
export function qrCode(text: string, masks = [0, 1, 2, 3, 4, 5, 6, 7]): boolean[][] {
  const data = Buffer.from(text, 'utf8')
  const version = BLOCKS.findIndex((_, index) => data.length <= room(index + 1)) + 1
  if (version === 0) throw new RangeError('too long for a QR code')
  const bits = interleave(codewords(data, version), version)
  const candidates = masks.map((number) => draw(version, bits, MASKS[number] as Mask, number))
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

/** Black on white with the quiet zone, so that it scans in a dark theme too. */
export function qrCodeSvg(text: string): string {
  const modules = qrCode(text)
  const size = modules.length + 2 * QUIET
  const path = modules
    .flatMap((row, y) => {
      const line = row.map((dark) => (dark ? '1' : '0')).join('')
      const runs = [...line.matchAll(/1+/g)]
      return runs.map(({ 0: run, index }) => `M${index + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`)
    })
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}h-${size}z"/><path fill="black" d="${path}"/></svg>`
}

const countBits = (version: number) => (version < 10 ? 8 : 16)
const sizeOf = (version: number) => 17 + 4 * version

/** Data and correction bytes of a version together. */
function capacity(version: number): number {
  const aligned = version < 2 ? 0 : Math.floor(version / 7) + 2
  const alignment = version < 2 ? 0 : (25 * aligned - 10) * aligned - 55
  return ((16 * version + 128) * version + 64 - alignment - (version < 7 ? 0 : 36)) >> 3
}

const dataBytes = (version: number) =>
  capacity(version) - (CORRECTION[version - 1] as number) * (BLOCKS[version - 1] as number)
const room = (version: number) => dataBytes(version) - Math.ceil((4 + countBits(version)) / 8)

function codewords(data: Buffer, version: number): Uint8Array {
  const length = data.length.toString(2).padStart(countBits(version), '0')
  const payload = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const text = `0100${length}${payload}0000`
  const bytes = (text.match(/.{1,8}/g) ?? []).map((part) => Number.parseInt(part.padEnd(8, '0'), 2))
  return Uint8Array.from({ length: dataBytes(version) }, (_, index) => {
    if (index < bytes.length) return bytes[index] as number
    return (index - bytes.length) % 2 === 0 ? 0xec : 0x11
  })
}

/** Splits the data into blocks, adds error correction, and interleaves their bytes; returns bits. */
function interleave(data: Uint8Array, version: number): boolean[] {
  const count = BLOCKS[version - 1] as number
  const correction = CORRECTION[version - 1] as number
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const divisor = generator(correction)
  const blocks: Uint8Array[] = []
  for (let index = 0, start = 0; index < count; index++) {
    const end = start + short + (index >= count - longer ? 1 : 0)
    blocks.push(data.subarray(start, end))
    start = end
  }
  const checks = blocks.map((block) => remainder(block, divisor))
  const bytes: number[] = []
  for (let index = 0; index <= short; index++) {
    for (const block of blocks) if (index < block.length) bytes.push(block[index] as number)
  }
  for (let index = 0; index < correction; index++) {
    for (const check of checks) bytes.push(check[index] as number)
  }
  return bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => ((byte >> (7 - bit)) & 1) === 1))
}

/** Product in GF(2⁸) modulo x⁸+x⁴+x³+x²+1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

function generator(degree: number): Uint8Array {
  const result = new Uint8Array(degree)
  result[degree - 1] = 1
  for (let step = 0, root = 1; step < degree; step++, root = multiply(root, 2)) {
    for (let index = 0; index < degree; index++) {
      result[index] = multiply(result[index] as number, root) ^ (result[index + 1] ?? 0)
    }
  }
  return result
}

function remainder(block: Uint8Array, divisor: Uint8Array): Uint8Array {
  const result = Array<number>(divisor.length).fill(0)
  for (const byte of block) {
    const factor = byte ^ (result.shift() as number)
    result.push(0)
    for (const [index, value] of divisor.entries())
      result[index] = (result[index] as number) ^ multiply(value, factor)
  }
  return Uint8Array.from(result)
}

type Mask = (x: number, y: number) => boolean
const MASKS: Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function draw(version: number, bits: boolean[], mask: Mask, number: number): boolean[][] {
  const size = sizeOf(version)
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    ;(modules[y] as boolean[])[x] = dark
    ;(fixed[y] as boolean[])[x] = true
  }
  drawPatterns(version, set)
  drawFormat(size, number, set)
  let next = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (fixed[y]?.[x]) continue
        ;(modules[y] as boolean[])[x] = (bits[next++] ?? false) !== mask(x, y)
      }
    }
  }
  return modules
}

type Set = (x: number, y: number, dark: boolean) => void

function drawPatterns(version: number, set: Set): void {
  const size = sizeOf(version)
  for (let index = 0; index < size; index++) {
    set(6, index, index % 2 === 0)
    set(index, 6, index % 2 === 0)
  }
  const centres = alignment(version)
  const last = centres.length - 1
  for (const [i, cx] of centres.entries()) {
    for (const [j, cy] of centres.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue
      square(2, (dx, dy, ring) => set(cx + dx, cy + dy, ring !== 1))
    }
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    square(4, (dx, dy, ring) => set(cx + dx, cy + dy, ring !== 2 && ring !== 4))
  }
  if (version < 7) return
  let rest = version
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const code = (version << 12) | rest
  for (let bit = 0; bit < 18; bit++) {
    const [a, b, dark] = [size - 11 + (bit % 3), Math.floor(bit / 3), ((code >> bit) & 1) === 1]
    set(a, b, dark)
    set(b, a, dark)
  }
}

/** Visits every point within `radius`, with its ring's distance. */
function square(radius: number, each: (dx: number, dy: number, ring: number) => void): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) each(dx, dy, Math.max(Math.abs(dx), Math.abs(dy)))
  }
}

function alignment(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const from = sizeOf(version) - 7
  return [6, ...Array.from({ length: count - 1 }, (_, index) => from - step * (count - 2 - index))]
}

/** Level M is 00, so the mask number is the only data. */
function drawFormat(size: number, mask: number, set: Set): void {
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const code = ((mask << 10) | rest) ^ 0x5412
  const bit = (index: number) => ((code >> index) & 1) === 1
  for (let index = 0; index <= 5; index++) set(8, index, bit(index))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let index = 9; index < 15; index++) set(14 - index, 8, bit(index))
  for (let index = 0; index < 8; index++) set(size - 1 - index, 8, bit(index))
  for (let index = 8; index < 15; index++) set(8, size - 15 + index, bit(index))
  set(8, size - 8, true)
}

/** The penalty score (§7.8.3): runs, squares, false finders and imbalance. */
function penalty(modules: boolean[][]): number {
  const size = modules.length
  const lines = [...modules, ...modules.map((_, x) => modules.map((row) => row[x] as boolean))]
  let total = 0
  for (const line of lines) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2
    total += 40 * (`0000${text}0000`.match(/(?=10111010000|00001011101)/g) ?? []).length
  }
  for (let y = 0; y < size - 1; y++) {
    for (let x = 0; x < size - 1; x++) {
      const dark = modules[y]?.[x]
      const same = [modules[y]?.[x + 1], modules[y + 1]?.[x], modules[y + 1]?.[x + 1]]
      if (same.every((other) => other === dark)) total += 3
    }
  }
  const dark = modules.flat().filter(Boolean).length
  return total + 10 * Math.max(0, Math.ceil(Math.abs((dark * 20) / (size * size) - 10)) - 1)
}
