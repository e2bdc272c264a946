import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient, sharing, telling, unwrap } from './query.ts'
import { retryDelay } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The times, in milliseconds, at which a query that always fails is attempted. */
async function attempts(error: object): Promise<number[]> {
  const client = createQueryClient()
  const start = Date.now()
  const asked: number[] = []
  const failed = client
    .fetchQuery({
      queryKey: ['fails'],
      queryFn: () => {
        asked.push(Date.now() - start)
        return Promise.reject(error)
      },
      retry: client.getDefaultOptions().queries?.retry ?? false,
    })
    .catch(() => null)
  await vi.advanceTimersByTimeAsync(120_000)
  await failed
  return asked
}

describe('the data cache', () => {
  it('[S-52] evicts data unused for 5 minutes', () => {
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000)
  })

  it('[S-52] retries three times, after 1, 2 and 4 seconds', async () => {
    expect(await attempts(new TypeError('Failed to fetch'))).toEqual([0, 1000, 3000, 7000])
  })

  it('[S-52] doubles the delay from 1 s to at most 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ])
  })

  it('does not retry a refusal', async () => {
    expect(await attempts({ code: '42501', message: 'permission denied' })).toEqual([0])
    expect(await attempts({ status: 404 })).toEqual([0])
  })
})

describe('unwrap', () => {
  it('returns the data, and throws the error of the client', () => {
    expect(unwrap({ data: [1], error: null })).toEqual([1])
    const error = { code: 'P0001', message: 'signal_already_closed' }
    expect(() => unwrap({ data: null, error })).toThrow(expect.objectContaining(error))
  })
})

describe('a write', () => {
  const sent: unknown[] = []
  let answer: (value: string) => void = () => undefined
  const write = () =>
    sharing(new Map<string, Promise<string>>(), (input: unknown) => {
      sent.push(input)
      return new Promise<string>((resolve) => {
        answer = resolve
      })
    })
  beforeEach(() => void sent.splice(0))

  it('is sent once by a double click, and again once it was answered', async () => {
    const send = write()
    const [first, second] = [send({ id: 1, words: 'yes' }), send({ id: 1, words: 'yes' })]
    expect(sent).toHaveLength(1)
    answer('done')
    expect(await Promise.all([first, second])).toEqual(['done', 'done'])
    void send({ id: 1, words: 'yes' })
    expect(sent).toHaveLength(2)
  })

  it('is sent beside another one, and beside another file', () => {
    const send = write()
    void send({ id: 1 })
    void send({ id: 2 })
    void send(new Blob(['a']))
    void send(new Blob(['b']))
    void send(undefined)
    expect(sent).toHaveLength(5)
  })

  it('that fails is told once by a double click, and each time it is tried', async () => {
    const running = new Map<string, Promise<string>>()
    const send = telling(
      running,
      sharing(running, () => Promise.reject<string>(new Error('refused'))),
    )
    const told: string[] = []
    const onError = (error: Error) => told.push(error.message)
    send('a', { onError })
    send('a', { onError })
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual(['refused'])
    send('a', { onError })
    send('b')
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toEqual(['refused', 'refused'])
  })
})
