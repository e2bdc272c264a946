import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseByteSize } from '../byte-size.ts'
import { imageEnd } from './images/image-end.ts'
import { photograph, svg } from './images/sample-images.ts'
import { appliedTransform, readTransform, toWish, writeTransform } from './images/transform.ts'
import { isBucketName, isObjectName } from './object-name.ts'
import { isUnchanged, readRange } from './range.ts'
import { contentTypeOf } from './uploads/content-type.ts'
import { checkContent, isAllowed, isMimeRule } from './uploads/mime-rules.ts'

describe('a range of bytes', () => {
  it('lies within the file, is refused, or is ignored', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.oneof(
          fc.string(),
          fc.tuple(fc.nat(2000), fc.nat(2000)).map(([a, b]) => `bytes=${a}-${b}`),
        ),
        (size, header) => {
          try {
            const range = readRange(header, size)
            if (!range) return
            expect(range.start).toBeGreaterThanOrEqual(0)
            expect(range.end).toBeGreaterThanOrEqual(range.start)
            expect(range.end).toBeLessThan(size)
          } catch (error) {
            expect((error as { code: string }).code).toBe('InvalidRange')
          }
        },
      ),
    )
  })

  it.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=5-', 10, { start: 5, end: 9 }],
    ['bytes=5-500', 10, { start: 5, end: 9 }],
    ['bytes=0-1,4-5', 10, null],
    ['items=0-1', 10, null],
    [undefined, 10, null],
  ])('%s of %i', (header, size, range) => {
    expect(readRange(header, size)).toEqual(range)
  })

  it.each(['bytes=10-', 'bytes=5-2', 'bytes=-0', 'bytes=-', 'bytes=x-y'])(
    '%s is refused for ten bytes',
    (header) => {
      expect(() => readRange(header, 10)).toThrow('invalid range provided')
    },
  )
})

it('the time is compared only when there is no entity tag', () => {
  const time = '2026-01-01T00:00:00.500Z'
  const since = 'Thu, 01 Jan 2026 00:00:00 GMT'
  expect(isUnchanged({ 'if-none-match': '"a", W/"b"' }, '"b"', time)).toBe(true)
  expect(isUnchanged({ 'if-none-match': '*' }, '"b"', time)).toBe(true)
  expect(isUnchanged({ 'if-none-match': '"a"', 'if-modified-since': since }, '"b"', time)).toBe(false)
  expect(isUnchanged({ 'if-modified-since': since }, '"b"', time)).toBe(true)
  expect(isUnchanged({ 'if-modified-since': 'Wed, 31 Dec 2025 23:59:59 GMT' }, '"b"', time)).toBe(false)
  expect(isUnchanged({ 'if-modified-since': 'never' }, '"b"', time)).toBe(false)
})

it.each([
  ['50MiB', 52_428_800],
  ['20mb', 20_000_000],
  ['1kb', 1000],
  ['1.5GB', 1_500_000_000],
  ['3B', 3],
  [42, 42],
  ['much', null],
  ['', null],
  ['-1', null],
  ['1e9', null],
  ['9'.repeat(30), null],
])('%s is %s bytes', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes)
})

describe('a name', () => {
  it('that is accepted contains no path segment and no forbidden character', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[./\\a%2eF]*$/)), (name) => {
        if (!isObjectName(name)) return
        expect(name).toMatch(/^[\x20-\x7e]+$/)
        expect(name).not.toMatch(/\\|%|(^|\/)\.\.?(\/|$)/)
      }),
    )
  })
  it.each(['a', "a b/c'(d)!*&$@=;:+,?.txt", '...', '.hidden', 'a/.b'])('%s is a file', (name) => {
    expect(isObjectName(name)).toBe(true)
  })
  it.each(['', 'a/b', ' a', 'a ', 'x'.repeat(101), 'é'])('%s is not a valid bucket name', (name) => {
    expect(isBucketName(name)).toBe(false)
  })
})

describe('the detected type of a file', () => {
  it.each([
    ['<svg xmlns="x">', 'image/svg+xml'],
    ['\uFEFF  <!-- x --><!DOCTYPE svg><svg >', 'image/svg+xml'],
    ['<?xml version="1.0"?><x:svg/>', 'image/svg+xml'],
    ['<!DOCTYPE html>', 'text/html'],
    ['\n<ScRiPt>', 'text/html'],
    ['<?xml version="1.0"?><feed/>', 'application/xml'],
    ['a < b', null],
    ['<3', null],
    ['', null],
    ['GIF89a', 'image/gif'],
    ['%PDF-1.4', 'application/pdf'],
    ['{"a":1}', null],
  ])('for %j is %s', (text, type) => {
    expect(contentTypeOf(Buffer.from(text))).toBe(type)
  })
  it('does not depend on the encoding of markup', () => {
    expect(contentTypeOf(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<html>', 'utf16le')]))).toBe(
      'text/html',
    )
  })
  it('is determined for any bytes without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void contentTypeOf(Buffer.from(bytes))),
    )
  })
  it.each([
    ['image/png', ['image/*'], true],
    ['image/png', ['image/png'], true],
    ['text/plain;charset=UTF-8', ['text/plain'], false],
    ['text/html', ['image/*'], false],
    ['image', ['image/*'], false],
    ['x/y', [], true],
    ['x/y', null, true],
    ['x/y', ['*'], true],
  ])('%s on the list %j: %s', (type, rules, allowed) => {
    expect(isAllowed(type, rules)).toBe(allowed)
  })
  it.each([
    ['image/*', true],
    ['*', true],
    ['text/plain; charset=utf-8', true],
    ['image', false],
    ['image/', false],
    ['', false],
  ])('the rule %j is valid: %s', (entry, good) => {
    expect(isMimeRule(entry)).toBe(good)
  })
  it('may be one of several types with the same signature', () => {
    const zip = Buffer.from('PK\x03\x04', 'latin1')
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    expect(() => checkContent(docx, zip, [docx])).not.toThrow()
    expect(() => checkContent('application/pdf', zip, ['application/pdf'])).toThrow(
      'mime type application/zip is not supported',
    )
    expect(() => checkContent('image/png', svg, ['image/*'])).toThrow(
      'mime type image/svg+xml is not supported',
    )
    expect(() => checkContent('image/svg+xml', svg, ['image/*'])).not.toThrow()
  })
})

describe('the end of an image', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'of a %s is its last byte, before anything appended',
    async (format) => {
      const bytes = await photograph(format, 120, 80)
      expect(imageEnd(bytes)).toBe(bytes.length)
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 100 }), async (more) => {
          expect(imageEnd(Buffer.concat([bytes, more]))).toBe(bytes.length)
        }),
        { numRuns: 50 },
      )
      for (const part of [0.2, 0.5, 0.9]) expect(imageEnd(bytes.subarray(0, bytes.length * part))).toBeNull()
    },
  )
  it('is found in bounded time for any bytes', () => {
    const heads = ['\xff\xd8', '\x89PNG\r\n\x1a\n', 'RIFF'].map((head) => Buffer.from(head, 'latin1'))
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 500 }), (head, rest) => {
        const bytes = Buffer.concat([head, rest])
        const end = imageEnd(bytes)
        if (end !== null) expect(end).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})

it('a transformation round-trips through a link', () => {
  const shape = fc.record(
    {
      width: fc.integer({ min: 1, max: 2000 }),
      height: fc.integer({ min: 1, max: 2000 }),
      quality: fc.integer({ min: 20, max: 100 }),
      resize: fc.constantFrom('cover' as const, 'contain' as const, 'fill' as const),
      format: fc.constantFrom('origin' as const, 'avif' as const, 'webp' as const),
    },
    { requiredKeys: ['width'] },
  )
  fc.assert(
    fc.property(shape, (transform) => {
      expect(readTransform(writeTransform(transform))).toEqual(transform)
    }),
  )
  expect(appliedTransform({ width: 1, resize: 'contain', format: 'webp' })).toBe(
    'width:1,resizing_type:fit,format:webp',
  )
  expect(toWish({ width: 1 }, 'text/html')).toEqual({ fit: 'cover', width: 1 })
})
