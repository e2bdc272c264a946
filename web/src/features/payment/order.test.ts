import { describe, expect, it } from 'vitest'
import { type Asked, keyFor } from './order.ts'

const details = { name: 'Alix Laurent', address: '', postcode: '', city: '', country: 'FR', vat_number: null }
const order = {
  plan: 'standard',
  period: 'month',
  total: 3900,
  means: 'card',
  coupon: '',
  waiver: false,
  details,
} as const

let drawn = 0
const draw = () => `key ${++drawn}`
const asked = (before: Asked | null, changes: object = {}) => keyFor(before, { ...order, ...changes }, draw)

describe('the key of an order', () => {
  it('[S-107] stays while what was agreed to is the same, so that a second press opens no second order', () => {
    const first = asked(null)
    expect(asked(first)).toBe(first)
    expect(asked(JSON.parse(JSON.stringify(first)) as Asked).key).toBe(first.key)
  })

  it.each([
    [{ plan: 'pro' }],
    [{ period: 'year' }],
    [{ means: 'crypto' }],
    [{ total: 4900 }],
    [{ coupon: 'BIENVENUE' }],
    [{ waiver: true }],
    [{ details: { ...details, country: 'DE' } }],
  ])('[S-107] is another one once something else is agreed to: %j', (changes) => {
    const first = asked(null)
    expect(asked(first, changes).key).not.toBe(first.key)
  })
})
