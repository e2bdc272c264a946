import { expect, it } from 'vitest'
import { toggled } from './chart-view.ts'

it('an indicator is added and removed in drawing order', () => {
  expect(toggled(['rsi'], 'ema20')).toEqual(['ema20', 'rsi'])
  expect(toggled(['ema20', 'rsi'], 'ema20')).toEqual(['rsi'])
})
