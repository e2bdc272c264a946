import fc from 'fast-check'
import { CATEGORIES, type Category } from 'mails/notification-categories'
import { expect, it } from 'vitest'
import { mailChoice, withCategory, withMail } from './preference-choice.ts'

const ALL = Object.keys(CATEGORIES) as Category[]
const category = fc.constantFrom(...ALL)
const choice = fc.constantFrom('never' as const, 'instant' as const, 'daily' as const)

it('[S-14] whatever is chosen in whatever order, each category has the last choice and no mail is sent twice', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(category, choice)), (choices) => {
      let lists: Parameters<typeof withMail>[0] = { email: [], digest: [] }
      for (const [one, chosen] of choices) lists = withMail(lists, one, chosen)
      const last = new Map(choices)
      for (const one of ALL) expect(mailChoice(lists, one)).toBe(last.get(one) ?? 'never')
      expect(lists.email.filter((one) => lists.digest.includes(one))).toEqual([])
      expect(new Set(lists.email).size).toBe(lists.email.length)
    }),
  )
})

it('a switch turned on and off leaves the others as they were', () => {
  const others = withCategory(['signals', 'marketing'], 'daily_test', true)
  expect(withCategory(others, 'daily_test', false)).toEqual(['signals', 'marketing'])
  expect(withCategory(others, 'daily_test', true)).toEqual(others)
})
