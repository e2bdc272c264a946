import { describe, expect, it } from 'vitest'
import { deckAct } from './deck-keys.ts'

describe('the keys of a deck', () => {
  const element = (found: readonly string[]) =>
    ({
      closest: (asked: string) => (found.some((one) => asked.split(', ').includes(one)) ? {} : null),
    }) as Element
  const press = (key: string, at: readonly string[] = [], within = true, shiftKey = false) =>
    deckAct({ key, shiftKey }, element(at), within)

  it('turn it from anywhere', () => {
    expect(
      ['ArrowRight', 'ArrowLeft', ' ', 'Home', 'End', 'PageDown', 'PageUp'].map((key) => press(key)),
    ).toEqual(['next', 'previous', 'next', 'first', 'last', 'next', 'previous'])
    expect(press(' ', [], true, true)).toBe('previous')
  })

  it('belong to what has the focus and uses them', () => {
    for (const part of ['input', 'textarea', 'video', '[role="tab"]', '[role="slider"]'])
      expect([part, press('ArrowRight', [part]), press(' ', [part])]).toEqual([part, null, null])
    expect(press(' ', ['button'])).toBeNull()
    expect(press('ArrowRight', ['button'])).toBe('next')
    expect(press('ArrowRight', ['pre'])).toBeNull()
  })

  it('are single letters within the deck only', () => {
    expect(press('o')).toBe('overview')
    expect(press('o', [], false)).toBeNull()
  })
})
