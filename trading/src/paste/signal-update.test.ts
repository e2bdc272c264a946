import { describe, expect, it } from 'vitest'
import { INSTRUMENTS } from '../fixtures/instruments.ts'
import { ENGLISH } from '../fixtures/messages/english.ts'
import { FRENCH } from '../fixtures/messages/french.ts'
import { ITALIAN } from '../fixtures/messages/italian.ts'
import { SPANISH } from '../fixtures/messages/spanish.ts'
import { UPDATES } from '../fixtures/messages/updates.ts'
import { readUpdate } from './signal-update.ts'

const read = (text: string) => readUpdate(text, { instruments: INSTRUMENTS })

describe('a message about an open signal', () => {
  const messages = UPDATES.map(([text, act, symbol, value]) => ({ text, act, symbol, value }))
  it.each(messages)('$text', ({ text, act, symbol, value }) => {
    const update = read(text)
    expect(update?.act).toBe(act)
    expect(update?.symbol).toBe(symbol)
    if (act === 'move_stop') expect(Number(update?.price)).toBe(Number(value))
    if (value && act === 'close_part') expect(update?.part).toBe(Number(value))
  })

  it('is never found in a complete new signal', () => {
    const signals = [...FRENCH, ...ENGLISH, ...SPANISH, ...ITALIAN].filter(
      ([, , outcome]) => outcome === 'right',
    )
    for (const [text] of signals) expect(`${text} → ${read(text)?.act}`).toBe(`${text} → undefined`)
  })

  it('gives the announced gain apart, and the words of the act where they are', () => {
    const text = 'Close EURUSD now +25 pips'
    const update = read(text)
    expect(update?.claimed).toEqual({ start: 17, end: 25, text: '+25 pips' })
    expect(update?.words?.text).toBe('Close')
  })

  it('names no instrument where the text names several, and no stop where it gives two prices', () => {
    expect(read('Close EURUSD and GBPUSD now')?.symbol).toBeUndefined()
    expect(read('Move SL to 1.0850 or 1.0860 on EURUSD')?.price).toBeUndefined()
  })
})
