import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Numbered, SignalFeed } from './signal-feed.ts'

const PAGE = 3
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A server whose channel may be cut and whose readings may fail, and a listener that remembers what it was told. */
function world() {
  const written: Numbered[] = []
  const told: number[] = []
  let failing = 0
  const feed = new SignalFeed<Numbered>({
    read: async (after) => {
      const head = written.at(-1)?.number ?? 0
      const messages = after === null ? [] : written.filter(({ number }) => number > after).slice(0, PAGE)
      await turn()
      if (failing > 0) {
        failing -= 1
        throw new Error('cut')
      }
      return { head, messages }
    },
    tell: ({ number }) => void told.push(number),
    pause: turn,
  })
  const write = (skip: number): Numbered => {
    const previous = written.at(-1)?.number ?? null
    const message = { number: (previous ?? 0) + 1 + skip, previous }
    written.push(message)
    return message
  }
  const fail = (times: number) => {
    failing = times
  }
  return { feed, told, written, write, fail }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('publish' as const), skip: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cut' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('join' as const), fails: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('again' as const), back: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('lose' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait' as const) }) },
)

describe('the feed of signals', () => {
  it('[S-100] tells everything since the first joining once and in order, whatever is cut, lost, doubled or late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(4), async (steps, before) => {
        const { feed, told, written, write, fail } = world()
        for (let n = 0; n < before; n++) write(0)
        const first = written.length
        let joined = true
        void feed.joined()
        for (const one of steps) {
          if (one.act === 'publish') {
            const message = write(one.skip)
            if (joined) feed.live(message)
          } else if (one.act === 'lose') write(0)
          else if (one.act === 'cut') joined = false
          else if (one.act === 'join') {
            joined = true
            fail(one.fails)
            void feed.joined()
          } else if (one.act === 'again') {
            const old = written.at(-1 - one.back)
            if (joined && old && feed.last !== null && old.number <= feed.last) feed.live(old)
          } else await turn()
        }
        await feed.joined()
        const since = written.slice(first).map(({ number }) => number)
        // What was published before the first reading ended belongs to the list that is read after it.
        expect(since.slice(since.length - told.length)).toEqual(told)
        expect(feed.last ?? 0).toBe(written.at(-1)?.number ?? 0)
      }),
      { numRuns: 500 },
    )
  })

  it('holds back what comes before the first joining, then tells it', async () => {
    const { feed, told, write } = world()
    write(0)
    feed.live(write(0))
    expect(told).toEqual([])
    await feed.joined()
    expect(told).toEqual([2])
  })

  it('reads what is missing as soon as a message shows a hole', async () => {
    const { feed, told, write } = world()
    await feed.joined()
    feed.live(write(0))
    write(0)
    write(2)
    feed.live(write(0))
    await feed.joined()
    expect(told).toEqual([1, 2, 5, 6])
  })

  it('tells nothing any more once it is stopped', async () => {
    const { feed, told, write } = world()
    await feed.joined()
    const message = write(0)
    feed.stop()
    feed.live(message)
    await feed.joined()
    expect(told).toEqual([])
  })
})
