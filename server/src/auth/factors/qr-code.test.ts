import decodeQr from 'qr/decode.js'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { qrCodeSvg } from './qr-code.ts'

const ADDRESS = 'otpauth://totp/Vigie:ada@example.com?secret=JBSWY3DPEHPK3PXP'

it.each([ADDRESS, `${ADDRESS}&issuer=${'é'.repeat(200)}`])(
  'a camera reads from the image: %s',
  async (text) => {
    const image = sharp(Buffer.from(qrCodeSvg(text))).resize(800, 800, { kernel: 'nearest' })
    const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(decodeQr({ data, width: info.width, height: info.height })).toBe(text)
  },
)

it('a QR code has its quiet zone, and no character that a data address would have to encode', () => {
  const svg = qrCodeSvg(ADDRESS)
  expect(svg).toMatch(/^<svg [^#%]+<\/svg>$/)
  expect(svg).not.toMatch(/fill="black" d="[^"]*M([0-3] |\d+ [0-3]h)/)
})
