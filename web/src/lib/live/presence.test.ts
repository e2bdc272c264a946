import { describe, expect, it, vi } from 'vitest'
import { Presence } from './presence.ts'

const channel = () => {
  const sent: object[] = []
  return { sent, track: async (state: object) => sent.push(state) }
}

describe('a presence', () => {
  it('is shown when its channel is joined, after each rejoin, and when it changes', () => {
    const presence = new Presence()
    presence.show({ writes: false })
    const first = channel()
    presence.follow(first)
    presence.show({ writes: true })
    presence.follow(null)
    presence.show({ writes: false })
    const second = channel()
    presence.follow(second)
    expect(first.sent).toEqual([{ writes: false }, { writes: true }])
    expect(second.sent).toEqual([{ writes: false }])
  })

  it('tells the last state of each page, also to who listens later', () => {
    const presence = new Presence()
    const early = vi.fn()
    const stop = presence.listen(early)
    presence.tell({ a: [{ n: 1 }, { n: 2 }], b: [{ n: 3 }] })
    stop()
    presence.tell({})
    const late = vi.fn()
    presence.listen(late)
    expect(early.mock.calls).toEqual([[[]], [[{ n: 2 }, { n: 3 }]]])
    expect(late.mock.calls).toEqual([[[]]])
  })
})
