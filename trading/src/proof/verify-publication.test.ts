import { describe, expect, it } from 'vitest'
import { Diverged } from './divergence.ts'
import type { SignalLife } from './signal-life.ts'
import { checkBesides, type Opened } from './verify-publication.ts'

/** A signal among others, published a number of seconds after ten o'clock. */
function published(
  seconds: number,
  changes: { [key: string]: string } = {},
  quoted: Opened['quoted'] = 'kept',
) {
  const levels = {
    symbol: 'EURUSD',
    direction: 'buy',
    entry_low: '1.08500',
    entry_high: '1.08600',
    ...changes,
  }
  const at = new Date(Date.UTC(2026, 10, 23, 10, 0, seconds)).toISOString().replace('Z', '000Z')
  const life = { id: `${seconds}`, number: 1, publishedSequence: 1, levels, published: { published_at: at } }
  return { life: life as unknown as SignalLife, digits: 5, quoted }
}

const problemOf = (...opened: Opened[]) => {
  try {
    checkBesides(opened)
    return null
  } catch (error) {
    if (!(error instanceof Diverged)) throw error
    return error.divergence.expected
  }
}

describe('publications compared with one another', () => {
  it('may be identical only if they are a minute apart', () => {
    expect(problemOf(published(0), published(59))).toBe('duplicate_signal')
    expect(problemOf(published(0), published(60))).toBeNull()
    expect(problemOf(published(0), published(120), published(179))).toBe('duplicate_signal')
  })

  it('may follow at once if symbol, direction or zone differs', () => {
    for (const changes of [
      { symbol: 'GBPUSD' },
      { direction: 'sell' },
      { entry_low: '1.08499' },
      { entry_high: '1.08601' },
    ])
      expect(problemOf(published(0), published(1, changes))).toBeNull()
  })

  it('have as many decimals as the others of their instrument', () => {
    expect(problemOf(published(0), { ...published(90), digits: 3 })).toBe('5 decimals')
    expect(problemOf(published(0), { ...published(90, { symbol: 'USDJPY' }), digits: 3 })).toBeNull()
  })

  it('keep the quote from the first one that has it; publications without a price are exempt', () => {
    expect(problemOf(published(0, {}, 'not kept'), published(90))).toBeNull()
    expect(problemOf(published(0), published(90, {}, 'none'), published(180))).toBeNull()
    expect(problemOf(published(0), published(90, {}, 'not kept'))).toBe('a bid and an ask')
  })
})
