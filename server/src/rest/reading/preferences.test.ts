import { describe, expect, it } from 'vitest'
import { parsePreferences, preferenceApplied } from './preferences.ts'

const off = { transactionEndAllowed: false }

describe('the Prefer header', () => {
  it('keeps the first of each kind and records unknown ones', () => {
    expect(
      parsePreferences(
        'return=minimal, return=representation, count=exact,odd, return=all, timezone=Mars/Base',
      ),
    ).toMatchObject({
      return: 'minimal',
      count: 'exact',
      timezone: null,
      invalid: ['odd', 'return=all', 'timezone=Mars/Base'],
    })
  })

  it('supports a time zone and a limit of affected rows', () => {
    expect(parsePreferences('timezone=Europe/Paris, max-affected=10, handling=strict')).toMatchObject({
      timezone: 'Europe/Paris',
      maxAffected: 10,
      handling: 'strict',
      invalid: [],
    })
  })

  it('echoes the applied preferences in a fixed order', () => {
    const all = parsePreferences(
      'count=exact, return=representation, missing=default, resolution=merge-duplicates, handling=strict, max-affected=1, tx=rollback',
    )
    expect(preferenceApplied(all, 'insert', off)).toBe(
      'resolution=merge-duplicates, missing=default, return=representation, count=exact, handling=strict',
    )
    expect(preferenceApplied(all, 'update', off)).toBe(
      'missing=default, return=representation, count=exact, handling=strict, max-affected=1',
    )
    expect(preferenceApplied(all, 'read', { transactionEndAllowed: true })).toBe(
      'count=exact, tx=rollback, handling=strict',
    )
    expect(preferenceApplied(parsePreferences(''), 'read', off)).toBeNull()
  })
})
