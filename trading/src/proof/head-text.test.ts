import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headText, readHeads } from './head-text.ts'

const hash = fc.stringMatching(/^[0-9a-f]{64}$/)

describe('a head kept as text', () => {
  it('is read back out of whatever stands around it', () => {
    fc.assert(
      fc.property(fc.nat(), hash, fc.string(), (sequence, value, around) => {
        const line = headText({ day: '2026-11-20', sequence, hash: value })
        expect(readHeads(`> ${line}\r\n— ${around.replaceAll('vigie-head', '')}`)).toEqual([
          { sequence, hash: value },
        ])
      }),
    )
  })

  it('is not guessed where it is cut or lengthened', () => {
    const line = headText({ day: '2026-11-20', sequence: 7, hash: 'a'.repeat(64) })
    for (const text of ['', line.slice(0, -1), `${line}0`, line.replace('7', 'x'), line.toUpperCase()]) {
      expect(readHeads(text)).toEqual([])
    }
  })

  it('may be one of many', () => {
    const lines = [1, 2, 3].map((sequence) => headText({ day: '2026-11-20', sequence, hash: 'b'.repeat(64) }))
    expect(readHeads(lines.join('\n')).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })
})
