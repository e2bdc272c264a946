import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { sharedById } from './shared-by-id.ts'

const row = (id: string, price = '1') => ({ id, levels: { price }, events: [{ sequence: 1 }] })

it('keeps the identity of unchanged rows when another row is prepended', async () => {
  const client = new QueryClient()
  const list = [row('b'), row('a')]
  const read = () => Promise.resolve(list)
  const before = await client.fetchQuery({ queryKey: ['rows'], queryFn: read, structuralSharing: sharedById })
  client.setQueryData<typeof list>(['rows'], (rows = []) => [row('c'), ...rows])
  const [, b, a] = client.getQueryData<typeof list>(['rows']) ?? []
  expect(b).toBe(before[0])
  expect(a).toBe(before[1])
})

it('takes changed rows, and keeps the identity of their unchanged parts', () => {
  const before = [row('b'), row('a')]
  const [a, b] = sharedById(before, [row('a', '2'), row('b')]) as typeof before
  expect(b).toBe(before[0])
  expect(a).toEqual(row('a', '2'))
  expect(a?.events).toBe(before[1]?.events)
})

it('returns the first result as it is', () => {
  expect(sharedById(undefined, [row('a')])).toEqual([row('a')])
})
