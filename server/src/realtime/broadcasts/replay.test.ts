import { describe, expect, it } from 'vitest'
import { eventTo } from './fan-out.ts'
import { Replays } from './replay.ts'

/** Reads that complete when the test says so. */
function reader() {
  const begun: { name: string; end: (name: string) => void; fail: () => void }[] = []
  const replays = new Replays(
    ({ name }) =>
      new Promise((resolve, reject) => {
        begun.push({
          name,
          end: (told) => resolve([eventTo(name, told, {})]),
          fail: () => reject(new Error('the database is away')),
        })
      }),
  )
  return { begun, replays }
}
const missed = { name: 'gold', since: 1, limit: 25 }
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a replay with the same parameters', () => {
  it('is read once for all requests made before the read begins', async () => {
    const { begun, replays } = reader()
    const asked = [replays.since(missed), replays.since({ ...missed })]
    await turn()
    expect(begun).toHaveLength(1)
    begun[0]?.end('first')
    const [one, other] = await Promise.all(asked)
    expect(one).toBe(other)
  })

  it('is read again for a request made during the read', async () => {
    const { begun, replays } = reader()
    const early = replays.since(missed)
    await turn()
    const late = [replays.since(missed), replays.since(missed)]
    await turn()
    expect(begun).toHaveLength(1)
    begun[0]?.end('first')
    const first = await early
    await turn()
    expect(begun).toHaveLength(2)
    begun[1]?.end('second')
    for (const second of await Promise.all(late)) expect(second).not.toBe(first)
  })

  it('is kept apart from replays with other parameters', async () => {
    const { begun, replays } = reader()
    void replays.since(missed)
    void replays.since({ ...missed, since: 2 })
    void replays.since({ ...missed, name: 'lobby' })
    await turn()
    expect(begun.map(({ name }) => name)).toEqual(['gold', 'gold', 'lobby'])
  })

  it('is read again after a failed read', async () => {
    const { begun, replays } = reader()
    const failed = replays.since(missed)
    await turn()
    const next = replays.since(missed)
    begun[0]?.fail()
    await expect(failed).rejects.toThrow('away')
    await turn()
    begun[1]?.end('second')
    expect(await next).toHaveLength(1)
  })
})
