import decodeQr from 'qr/decode.js'
import { expect, it } from 'vitest'
import { qrCodeSvg } from './qr-code.ts'

const ADDRESS = 'otpauth://totp/Vigie:ada@example.com?secret=JBSWY3DPEHPK3PXP'

/** What a camera sees: each module four pixels wide. */
function photograph(svg: string): { data: Uint8Array; width: number; height: number } {
  const width = 4 * Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const data = new Uint8Array(4 * width * width).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < 4; row++) {
      const from = 4 * ((4 * Number(y) + row) * width + 4 * Number(x))
      for (let pixel = from; pixel < from + 16; pixel += 4) data.fill(0, pixel, pixel + 3)
    }
  return { data, width, height: width }
}

it.each([ADDRESS, `${ADDRESS}&issuer=${'é'.repeat(200)}`])('a camera reads from the image: %s', (text) => {
  expect(decodeQr(photograph(qrCodeSvg(text)))).toBe(text)
})

it('a QR code has its quiet zone, and no character that a data address would have to encode', () => {
  const svg = qrCodeSvg(ADDRESS)
  expect(svg).toMatch(/^<svg [^#%]+<\/svg>$/)
  expect(svg).not.toMatch(/fill="black" d="[^"]*M([0-3] |\d+ [0-3]h)/)
})
