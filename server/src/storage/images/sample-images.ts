import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Test support: realistic photographs, and files that only pretend to be images. */
export type SampleFormat = 'jpeg' | 'png' | 'webp'

/** An image with noise, so that its file size is realistic. */
export async function photograph(format: SampleFormat, width = 800, height = 600): Promise<Buffer> {
  const image = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#336699',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
  return image.toFormat(format).toBuffer()
}

/** A phone photograph: rotated, with GPS data. */
export async function photographWithPlace(): Promise<Buffer> {
  return sharp(await photograph('jpeg', 600, 400))
    .withExif({
      IFD0: { Orientation: '6', Make: 'TelephoneMaker' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 51/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '2/1 21/1 0/1',
      },
    })
    .jpeg()
    .toBuffer()
}

/** A small PNG whose header declares a huge number of black pixels, or has no pixel data at all. */
export function hugePng(width: number, height: number, filled = true): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(filled ? (Math.ceil(width / 8) + 1) * height : 0)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const svg = Buffer.from(
  '<?xml version="1.0"?>\n<!-- a drawing -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)

/** Files that an image bucket must refuse, by their fault. */
export async function hostileImages(): Promise<Record<string, Buffer>> {
  const [jpeg, png, webp] = await Promise.all([photograph('jpeg'), photograph('png'), photograph('webp')])
  const archive = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(200, 7)])
  const page = Buffer.from('<html><script>alert(document.domain)</script></html>')
  return {
    'an SVG named .png': svg,
    'a page named .png': page,
    'a page after a comment named .png': Buffer.concat([Buffer.from('<!-- -->\n'), page]),
    'an archive named .png': archive,
    'a JPEG with an archive appended': Buffer.concat([jpeg, archive]),
    'a PNG with a page appended': Buffer.concat([png, page]),
    'a WebP with an archive appended': Buffer.concat([webp, archive]),
    'a JPEG and a PNG in one file': Buffer.concat([jpeg, png]),
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
    'half a PNG': png.subarray(0, png.length / 2),
    'half a WebP': webp.subarray(0, webp.length / 2),
    'a signature and nothing else': jpeg.subarray(0, 4),
    'a signature before noise': Buffer.concat([png.subarray(0, 8), Buffer.alloc(5000, 0xab)]),
    'a GIF': Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
    'fifty megapixels': hugePng(10_000, 5_000),
    'more pixels than there are': hugePng(60_000, 60_000, false),
    'no bytes': Buffer.alloc(0),
  }
}
