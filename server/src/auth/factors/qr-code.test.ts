import { Resvg } from '@resvg/resvg-js'
import decodeQR from 'qr/decode.js'
import { expect, it } from 'vitest'
import { qrCodeSvg } from './qr-code.ts'

it.each([12, 90, 213, 900, 2300])('a QR code of %i bytes is read by a scanner', (length) => {
  const text = 'otpauth://totp/Vigie:é?secret='.repeat(100).slice(0, length - 1 - Math.floor(length / 30))
  const { width, height, pixels } = new Resvg(qrCodeSvg(text), {
    fitTo: { mode: 'width', value: 1600 },
  }).render()
  expect(decodeQR({ width, height, data: pixels })).toBe(text)
})

it('a QR code has its quiet zone, and no character that a data URL would have to encode', () => {
  const svg = qrCodeSvg('otpauth://totp/Vigie:ada@example.com?secret=JBSWY3DPEHPK3PXP')
  expect(svg).toMatch(/^<svg [^#%]+<\/svg>$/)
  expect(svg).not.toMatch(/fill="black" d="[^"]*M([0-3] |\d+ [0-3]h)/)
})

it('a text that is too long for a QR code is refused', () => {
  expect(() => qrCodeSvg('x'.repeat(2332))).toThrow()
})
