import { describe, expect, it } from 'vitest'
import { EMPTY_FORM, formOf, localTime, toIdea } from './idea-form.ts'

const NOW = Date.parse('2026-11-19T13:48:30')

describe('the form of an idea', () => {
  it('[S-109] sends prices as typed with a comma, halves for two targets and all for one', () => {
    const form = {
      ...EMPTY_FORM,
      symbol: 'EURUSD',
      entry_low: '1,0875',
      entry_high: '',
      stop_loss: '1 .0900',
      target_1: '1.0850',
    }
    expect(toIdea(form, NOW)).toMatchObject({
      entry_low: '1.0875',
      entry_high: '1.0875',
      stop_loss: '1.0900',
      targets: [{ price: '1.0850', share: '100' }],
    })
    expect(toIdea({ ...form, target_2: '1.0825' }, NOW).targets).toEqual([
      { price: '1.0850', share: '50' },
      { price: '1.0825', share: '50' },
    ])
  })

  it('turns a time of the clock into minutes, and whole percents into a probability', () => {
    const form = { ...EMPTY_FORM, valid_until: '2026-11-19T22:00', probability: '55' }
    expect(toIdea(form, NOW)).toMatchObject({ validity_minutes: 492, probability: '0.55' })
    expect(toIdea({ ...form, probability: '100' }, NOW).probability).toBe('')
    expect(Number.isNaN(toIdea({ ...form, valid_until: '' }, NOW).validity_minutes)).toBe(true)
    expect(localTime(Date.parse('2026-11-19T22:00'))).toBe('2026-11-19T22:00')
  })

  it('is sealed until its deadline, unless it answers a signal, which opens it', () => {
    const form = { ...EMPTY_FORM, deadline: '2026-11-20T22:00' }
    expect(toIdea(form, NOW).deadline).toBe(new Date('2026-11-20T22:00').toISOString())
    const countering = toIdea(form, NOW, 'a-signal')
    expect(countering).toMatchObject({ counters: 'a-signal' })
    expect('deadline' in countering).toBe(false)
  })

  it('shows a stored draft, whatever it holds', () => {
    expect(formOf({ symbol: 'EURUSD', timeframe: 'W1', facts: 3, extra: 'x' })).toEqual({
      ...EMPTY_FORM,
      symbol: 'EURUSD',
    })
    expect(formOf(null)).toEqual(EMPTY_FORM)
  })
})
