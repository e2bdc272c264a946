import { isDeepStrictEqual } from 'node:util'
import { QRCodeSVG } from 'qrcode.react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { qrCode, qrCodeSvg } from './qr-code.ts'

/** The same text encoded by another implementation. */
function reference(text: string): boolean[][] {
  const props = { value: text, level: 'M', boostLevel: false } as const
  const svg = renderToStaticMarkup(createElement(QRCodeSVG, props))
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const path = [...svg.matchAll(/ d="([^"]+)"/g)].at(-1)?.[1] ?? ''
  for (const [, x, y, width] of path.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)v1H\d+z/g)) {
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  return modules
}

it.each([12, 20, 90, 180, 213, 400, 900, 1400, 2300])(
  'a QR code of %i letters equals, module by module, another implementation’s with the same mask',
  (length) => {
    const text = 'otpauth://totp/Vigie:é?secret='.repeat(100).slice(0, length - 1 - Math.floor(length / 30))
    const drawn = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => qrCode(text, [mask]))
    expect(drawn.some((modules) => isDeepStrictEqual(modules, reference(text)))).toBe(true)
    expect(drawn.some((modules) => isDeepStrictEqual(modules, qrCode(text)))).toBe(true)
  },
)

it('a QR code has its quiet zone, and no character that a data URL would have to encode', () => {
  const svg = qrCodeSvg('otpauth://totp/Vigie:ada@example.com?secret=JBSWY3DPEHPK3PXP')
  expect(svg).toMatch(/^<svg [^#%]+<\/svg>$/)
  expect(svg).not.toMatch(/fill="black" d="[^"]*M([0-3] |\d+ [0-3]h)/)
})

it('a text that is too long for a QR code is refused', () => {
  expect(() => qrCode('x'.repeat(2332))).toThrow(RangeError)
})
