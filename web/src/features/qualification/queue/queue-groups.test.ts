import { describe, expect, it } from 'vitest'
import type { QueuedRequest } from '../queries.ts'
import { groupsOf, nextAfter, openedId, type QueueGroup, rowBeside } from './queue-groups.ts'

const member = {
  username: 'malik',
  first_name: 'Malik',
  last_name: 'Dupré',
  email: 'malik@example.com',
  phone: null,
  created_at: '2026-11-02T09:00:00Z',
}
const row = (id: string, changes: Partial<QueuedRequest> = {}) =>
  ({ id, member, broker: 'cap-horn', account_number: '7204418', assignee: null, ...changes }) as QueuedRequest

const LISTS: readonly QueueGroup[] = [
  { key: 'pending', rows: [row('a'), row('b', { broker: 'estran', assignee: 'ines' }), row('c')] },
  { key: 'needs_information', rows: [row('d', { account_number: 'MT5-31077' })] },
  { key: 'today', rows: [row('e')] },
]
const ALL = { assignee: null, broker: null, words: '' }
const adminName = (id: string | null) => (id === 'ines' ? 'Inès Vidal' : '—')
const ids = (groups: readonly QueueGroup[]) =>
  groups.map(({ key, rows }) => [key, ...rows.map(({ id }) => id)].join(' '))

describe('the groups of the queue', () => {
  it.each([
    ['all', ALL, ['pending a b c', 'needs_information d', 'today e']],
    ['those of an admin', { ...ALL, assignee: 'ines' }, ['pending b']],
    ['those of a partner', { ...ALL, broker: 'estran' }, ['pending b']],
    ['an account number', { ...ALL, words: 'mt5' }, ['needs_information d']],
    ['a colleague’s name, without its accents', { ...ALL, words: 'ines' }, ['pending b']],
    ['every word', { ...ALL, words: ' dupre 31077 ' }, ['needs_information d']],
    ['words that nothing has', { ...ALL, words: 'lenoir' }, []],
  ])('hold %s', (_, filter, expected) => {
    expect(ids(groupsOf(LISTS, filter, adminName))).toEqual(expected)
  })
})

describe('the open request', () => {
  it('is the one that the address names, else the one that was open, else the first', () => {
    expect(openedId(LISTS, 'elsewhere', 'b')).toBe('elsewhere')
    expect(openedId(LISTS, null, 'b')).toBe('b')
    expect(openedId(LISTS, null, null)).toBe('a')
    expect(openedId(LISTS.slice(1), null, null)).toBe('d')
    expect(openedId([], null, null)).toBeNull()
  })

  it('has neighbours across the groups; one that is not listed leads to the first', () => {
    expect(rowBeside(LISTS, 'c', 1)).toBe('d')
    expect(rowBeside(LISTS, 'd', -1)).toBe('c')
    expect(rowBeside(LISTS, 'a', -1)).toBeNull()
    expect(rowBeside(LISTS, 'e', 1)).toBeNull()
    expect(rowBeside(LISTS, 'elsewhere', 1)).toBe('a')
    expect(rowBeside([], null, 1)).toBeNull()
  })
})

describe('a decision', () => {
  it('leads to the next request of its group, or to the one before the last', () => {
    expect(nextAfter(LISTS, 'a')).toBe('b')
    expect(nextAfter(LISTS, 'c')).toBe('b')
    expect(nextAfter(LISTS, 'd')).toBeNull()
    expect(nextAfter(LISTS, 'elsewhere')).toBeNull()
  })

  it('on many passes over all of them', () => {
    expect(nextAfter(LISTS, 'a', ['a', 'b'])).toBe('c')
    expect(nextAfter(LISTS, 'b', ['b', 'c'])).toBe('a')
    expect(nextAfter(LISTS, 'b', ['a', 'b', 'c'])).toBeNull()
  })
})
