import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { archivePath, partsOf, zipOf } from './member-archive.ts'

const file = fc.record({
  bucket: fc.constantFrom('avatars', 'proofs'),
  name: fc.string({ minLength: 1 }),
  size: fc.nat(100),
})

describe('a member’s data export', () => {
  it('contains every file in order, and no zip exceeds the limit unless by a single file', () => {
    fc.assert(
      fc.property(fc.array(file), fc.integer({ min: 1, max: 120 }), (files, most) => {
        const parts = partsOf(files, most)
        expect(parts.flat()).toEqual(files)
        expect(parts.length).toBeGreaterThan(0)
        for (const part of parts) {
          const filled = part.filter(({ size }) => size > 0)
          const sum = filled.reduce((total, { size }) => total + size, 0)
          expect(sum <= most || filled.length === 1).toBe(true)
        }
      }),
    )
  })

  it('is extracted only below its own folder, whatever the file names', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('..', '.', '', 'a\\..\\b', 'C:'))),
        (steps) => {
          const path = archivePath({ bucket: 'proofs', name: ['id', ...steps].join('/') })
          expect(path.startsWith('files/proofs')).toBe(true)
          expect(path.split('/').some((step) => /^\.*$/.test(step))).toBe(false)
          expect(path).not.toMatch(/[\\:]/)
        },
      ),
    )
  })

  it('can be opened by any program: data as text, files byte for byte', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 251)
    const zip = zipOf(
      { member: 'é' },
      new Map([['files/avatars/avatar.webp', bytes]]),
      new Date('2026-11-21T10:00:00Z'),
    )
    const opened = unzipSync(zip)
    expect(JSON.parse(strFromU8(opened['data.json'] as Uint8Array))).toEqual({ member: 'é' })
    expect(opened['files/avatars/avatar.webp']).toEqual(bytes)
  })
})
