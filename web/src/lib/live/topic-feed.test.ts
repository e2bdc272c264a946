import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Message, TopicFeed } from './topic-feed.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * A server that can lose connections, fail reads, trim its messages or restore a backup, and a listener that records what it
 * receives.
 */
function world() {
  const written: Message[] = []
  let [epoch, trimmed, failing] = ['1', 0, 0]
  /** Message numbers; each reload is recorded as the position it restarts from. */
  const told: (number | string)[] = []
  const feed = new TopicFeed({
    read: async (after) => {
      const head = written.length
      const lost = after === null || after.epoch !== epoch || after.number < trimmed || after.number > head
      const answer = { epoch, head, messages: lost ? null : written.slice(after.number) }
      await turn()
      if (failing > 0) {
        failing -= 1
        throw new Error('cut')
      }
      return answer
    },
    tell: ({ payload }) => void told.push(payload.number),
    reload: ({ epoch, number }) => void told.push(`${epoch}:${number}`),
    pause: turn,
  })
  const write = (): Message => {
    const message = { event: 'x', payload: { epoch, number: written.length + 1 } }
    written.push(message)
    return message
  }
  return {
    feed,
    told,
    written,
    write,
    fail(times: number) {
      failing = times
    },
    trim() {
      trimmed = written.length
    },
    /** Restores an earlier state, as from a backup. */
    restore(to: number) {
      epoch = `${Number(epoch) + 1}`
      written.length = Math.min(written.length, to)
      trimmed = Math.min(trimmed, to)
    },
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('publish' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cut' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('join' as const), fails: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('again' as const), back: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('trim' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restore' as const), to: fc.nat(10) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait' as const) }) },
)

describe('the feed of a topic', () => {
  it('[S-100] delivers each message once and in order, or reloads, despite cuts, losses, trimming or a restore', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(4), async (steps, before) => {
        const { feed, told, written, write, fail, trim, restore } = world()
        for (let n = 0; n < before; n++) write()
        let joined = true
        void feed.joined()
        for (const one of steps) {
          if (one.act === 'publish') {
            const message = write()
            if (joined) feed.live(message)
          } else if (one.act === 'lose') write()
          else if (one.act === 'trim') trim()
          else if (one.act === 'restore') {
            joined = false
            restore(one.to)
          } else if (one.act === 'cut') joined = false
          else if (one.act === 'join') {
            joined = true
            fail(one.fails)
            void feed.joined()
          } else if (one.act === 'again') {
            const old = written.at(-1 - one.back)
            if (joined && old) feed.live(old)
          } else await turn()
        }
        await feed.joined()
        // Each number follows the one before, or the position of a reload, and the last is the current end of the topic.
        let at = Number.NaN
        for (const one of told) {
          if (typeof one === 'number') expect(one).toBe(at + 1)
          at = typeof one === 'number' ? one : Number(one.split(':')[1])
        }
        expect(at).toBe(written.length)
        expect(feed.at?.number).toBe(written.length)
      }),
      { numRuns: 500 },
    )
  })

  it('begins at the current end, which lists read from then on include', async () => {
    const { feed, told, write } = world()
    write()
    await feed.joined()
    feed.live(write())
    expect(told).toEqual(['1:1', 2])
  })

  it('holds messages received before the first join, then delivers them', async () => {
    const { feed, told, write } = world()
    write()
    feed.live(write())
    expect(told).toEqual([])
    await feed.joined()
    expect(told).toEqual(['1:1', 2])
  })

  it('reads missing messages as soon as a gap appears, and reads nothing otherwise', async () => {
    const { feed, told, write } = world()
    await feed.joined()
    feed.live(write())
    write()
    write()
    feed.live(write())
    await feed.joined()
    expect(told).toEqual(['1:0', 1, 2, 3, 4])
  })

  it('restarts after a database restore, whatever number it has reached', async () => {
    const { feed, told, write, restore } = world()
    await feed.joined()
    for (let n = 0; n < 3; n++) feed.live(write())
    restore(1)
    for (let n = 0; n < 3; n++) write()
    await feed.joined()
    feed.live(write())
    expect(told).toEqual(['1:0', 1, 2, 3, '2:4', 5])
  })

  it('delivers nothing after it is stopped', async () => {
    const { feed, told, write } = world()
    await feed.joined()
    const message = write()
    feed.stop()
    feed.live(message)
    await feed.joined()
    expect(told).toEqual(['1:0'])
  })
})
