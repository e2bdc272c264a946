import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headText, readHeads } from './head-text.ts'

const hash = fc.stringMatching(/^[0-9a-f]{64}$/)

describe('a head kept as text', () => {
  it('is found inside any other text', () => {
    fc.assert(
      fc.property(fc.nat(), hash, fc.string(), (sequence, value, around) => {
        const line = headText({ day: '2026-11-20', sequence, hash: value })
        expect(readHeads(`> ${line}\r\n— ${around.replaceAll('vigie-head', '')}`)).toEqual([
          { sequence, hash: value },
        ])
      }),
    )
  })

  it('is not found if it is truncated or extended', () => {
    const line = headText({ day: '2026-11-20', sequence: 7, hash: 'a'.repeat(64) })
    for (const text of ['', line.slice(0, -1), `${line}0`, line.replace('7', 'x'), line.toUpperCase()]) {
      expect(readHeads(text)).toEqual([])
    }
  })

  it('is found among several', () => {
    const lines = [1, 2, 3].map((sequence) => headText({ day: '2026-11-20', sequence, hash: 'b'.repeat(64) }))
    expect(readHeads(lines.join('\n')).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })
})
