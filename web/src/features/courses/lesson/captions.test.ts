import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCaptions } from './captions.ts'

it('reads captions and chapters of a WebVTT text', () => {
  const text = `WEBVTT

NOTE a remark

chapter 1
00:00:00.000 --> 00:01:00.000
Le risque

2
00:01.500 --> 00:04.000 align:start
<v Claire>Un stop
sur deux lignes

00:05.000 --> 00:04.000
à l’envers`
  expect(readCaptions(text)).toEqual([
    { from: 0, to: 60, text: 'Le risque', chapter: true },
    { from: 1.5, to: 4, text: 'Un stop\nsur deux lignes', chapter: false },
  ])
})

it('reads any text without an error, in order and without markup', () => {
  const piece = fc.constantFrom(
    'WEBVTT',
    '\n\n',
    '\n',
    '00:01.000 --> 00:02.000',
    'chapter',
    '<b>x</b>',
    '99:99:99',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => {
      const cues = readCaptions(parts.join(''))
      cues.forEach((cue, place) => {
        expect(cue.to).toBeGreaterThan(cue.from)
        expect(cue.text).not.toMatch(/<[^>]*>/)
        if (place > 0) expect(cue.from).toBeGreaterThanOrEqual(cues[place - 1]?.from ?? 0)
      })
    }),
  )
})
