import { describe, expect, it } from 'vitest'
import { listed } from './listed.ts'

describe('names in a row', () => {
  it('break after the dot alone, and never before the number of a name', () => {
    expect(listed(['MetaTrader 5', 'cTrader'])).toBe('MetaTrader\u00a05\u00a0· cTrader')
    expect(listed(['Autorité des marchés'])).toBe('Autorité des marchés')
  })
})
