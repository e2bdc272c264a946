import { describe, expect, it } from 'vitest'
import { INSTRUMENTS } from '../fixtures/instruments.ts'
import { ENGLISH } from '../fixtures/messages/english.ts'
import { FRENCH } from '../fixtures/messages/french.ts'
import { FRESH } from '../fixtures/messages/fresh.ts'
import { HELD_OUT_NORTH } from '../fixtures/messages/held-out-north.ts'
import { HELD_OUT_SOUTH } from '../fixtures/messages/held-out-south.ts'
import { ITALIAN } from '../fixtures/messages/italian.ts'
import { dangers, judge, misses, outcomeOf, truthOf } from '../fixtures/messages/reading.ts'
import { SPANISH } from '../fixtures/messages/spanish.ts'
import { UPDATES } from '../fixtures/messages/updates.ts'
import { MESSAGES } from '../fixtures/signal-messages.ts'
import { parseSignalText } from './signal-text.ts'

/** Thursday 19 November 2026, 13:48 in Paris. */
const AFTERNOON = { now: Date.UTC(2026, 10, 19, 12, 48), zone: 'Europe/Paris' }
const read = (text: string) => parseSignalText(text, { instruments: INSTRUMENTS, clock: AFTERNOON })
const TUNED = [...MESSAGES, ...FRENCH, ...ENGLISH, ...SPANISH, ...ITALIAN]
const HELD_OUT = [...HELD_OUT_NORTH, ...HELD_OUT_SOUTH, ...FRESH]

describe('the corpus', () => {
  it.each([...FRENCH, ...ENGLISH, ...SPANISH, ...ITALIAN])('%s', (text, reads, outcome) => {
    const parsed = read(text)
    expect(dangers(parsed, truthOf(reads))).toEqual([])
    // What a person would ask about is asked about, or not read at all.
    if (outcome === 'asks') expect(outcomeOf(parsed)).not.toBe('right')
    else expect(outcomeOf(parsed)).toBe(outcome)
    if (outcome === 'right') expect(misses(parsed, truthOf(reads))).toEqual([])
  })

  it('has at least four hundred messages', () => {
    expect(TUNED.length + HELD_OUT.length + UPDATES.length).toBeGreaterThan(400)
    expect(HELD_OUT.length).toBeGreaterThan(100)
  })

  it.each(Object.entries({ TUNED, HELD_OUT }))(
    'is read as a person reads it in %s: nothing dangerous, at least 97 % right',
    (_name, messages) => {
      const judged = messages.map((message) => [judge(message, read(message[0])), message[0]] as const)
      expect(judged.filter(([judgement]) => judgement === 'dangerous')).toEqual([])
      const right = judged.filter(([judgement]) => judgement === 'right').length
      expect(right / judged.length).toBeGreaterThanOrEqual(0.97)
    },
  )

  it('gives the words of every field where they are in the text', () => {
    for (const [text] of [...TUNED, ...HELD_OUT]) {
      const { sources } = read(text)
      for (const spans of Object.values(sources)) {
        for (const { start, end, text: words } of spans) expect(text.slice(start, end)).toBe(words)
      }
    }
  })

  it('marks every field that is not written as deduced or doubtful', () => {
    for (const [text] of [...TUNED, ...HELD_OUT]) {
      const { draft, sources, deduced, doubts, kind } = read(text)
      if (kind !== 'signal') continue
      for (const field of [
        'symbol',
        'direction',
        'order_type',
        'entry_low',
        'stop_loss',
        'targets',
      ] as const) {
        const known =
          sources[field] || deduced.includes(field) || doubts.some((doubt) => doubt.field === field)
        if (draft[field] !== undefined)
          expect(`${text}: ${field} ${Boolean(known)}`).toBe(`${text}: ${field} true`)
      }
    }
  })
})
