import { expect, it } from 'vitest'
import { wantedWords } from './wanted-words.ts'

const request = {
  account_number: 'MT5 482 013',
  created_at: '2026-11-19T23:30:00Z',
  member: { first_name: 'Malik', last_name: 'Dupré' },
}

it('looks for a name in both orders, for the account and for the partner as they are written', () => {
  const { name, account, broker } = wantedWords(request, 'Cap Horn Markets')
  expect(name).toEqual(['Malik Dupré', 'Dupré Malik', 'Dupré, Malik'])
  expect([account, broker]).toEqual([['MT5 482 013'], ['Cap Horn Markets']])
})

it('looks for the newest date of the thirty days before the request, in the usual spellings', () => {
  const { statement = [] } = wantedWords(request, undefined)
  expect(statement[0]).toBe('20/11/2026')
  for (const words of ['17/11/2026', '2026.11.17', '17-11-2026', '17 novembre 2026', '17 November 2026'])
    expect(statement).toContain(words)
  expect(statement.indexOf('17/11/2026')).toBeLessThan(statement.indexOf('2026-11-16'))
  expect(statement).toContain('20/10/2026')
  expect(statement).not.toContain('19/10/2026')
  // Which of the two is the month cannot be known.
  expect(statement).not.toContain('11/17/2026')
})

it('looks for nothing that the request does not say', () => {
  const half = { ...request, member: { first_name: ' ', last_name: 'Dupré' } }
  const wanted = wantedWords(half, undefined)
  expect(Object.keys(wanted).toSorted()).toEqual(['account', 'statement'])
})
