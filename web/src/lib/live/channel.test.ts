import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { joinChannel } from './channel.ts'

/** A stand-in for the realtime client: the channels it created, and the calls it received. */
const { made, known, realtime, told } = vi.hoisted(() => {
  const told: string[] = []
  type Hear = (message: { event: string; payload: unknown }) => void
  type Made = { topic: string; hear: Hear; state: (status: string, error?: Error) => void }
  const made: Made[] = []
  /** The client returns a channel it already knows until that channel has been removed. */
  const known = new Set<string>()
  const realtime = {
    setAuth: async () => void told.push('setAuth'),
    channel: (topic: string, options: object) => {
      told.push(`${topic} ${JSON.stringify(options)}`)
      if (known.has(topic)) throw new Error(`${topic} is still known to the client`)
      known.add(topic)
      const channel: Made = { topic, hear: () => {}, state: () => {} }
      made.push(channel)
      return {
        on: (_kind: string, _filter: { event: '*' }, hear: Hear) => {
          channel.hear = hear
        },
        subscribe: (state: (status: string, error?: Error) => void) => {
          channel.state = (status, error) => {
            if (status === 'CLOSED') known.delete(topic)
            state(status, error)
          }
        },
        topic,
      }
    },
    removeChannel: async ({ topic }: { topic: string }) => {
      told.push(`left ${topic}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      known.delete(topic)
    },
  }
  return { made, known, realtime, told }
})
vi.mock('./realtime.ts', () => ({ realtime }))

/** Left after each test, like every channel that it joins. */
const leaves: (() => void)[] = []
function join(topic: string, hear = vi.fn(), onState = vi.fn()): () => void {
  const leave = joinChannel(topic, hear, onState)
  leaves.push(leave)
  return leave
}

/** The screen's heading; while it is null, the screen is not rendered yet. */
const screen: { title: object | null } = { title: {} }
beforeEach(() => {
  screen.title = {}
  vi.stubGlobal('document', { querySelector: () => screen.title })
  made.length = 0
  told.length = 0
})
afterEach(async () => {
  for (const leave of leaves.splice(0)) leave()
  await vi.waitFor(() => expect(known).toEqual(new Set()))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a channel', () => {
  it('is private, and joined with the token of the session', async () => {
    join('member:1')
    await vi.waitFor(() => expect(made).toHaveLength(1))
    expect(told).toEqual(['setAuth', 'member:1 {"config":{"private":true}}'])
  })

  it('waits until the screen is rendered', async () => {
    screen.title = null
    join('member:1')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(made).toEqual([])
    screen.title = {}
    await vi.waitFor(() => expect(made).toHaveLength(1))
  })

  it('passes on messages and reports its state', async () => {
    const [hear, onState] = [vi.fn(), vi.fn()]
    join('member:1', hear, onState)
    await vi.waitFor(() => expect(made).toHaveLength(1))
    made[0]?.hear({ event: 'money', payload: { amount: 1 } })
    for (const status of ['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']) made[0]?.state(status)
    made[0]?.state(
      'CHANNEL_ERROR',
      new Error('"Unauthorized: You do not have permissions to read from this Channel topic"'),
    )
    made[0]?.state('CLOSED')
    expect(hear.mock.calls).toEqual([[{ event: 'money', payload: { amount: 1 } }]])
    expect(onState.mock.calls).toEqual([['joined'], ['away'], ['joined'], ['refused'], ['ended']])
  })

  it('reports nothing after it is left', async () => {
    const onState = vi.fn()
    const leave = join('member:1', undefined, onState)
    await vi.waitFor(() => expect(made).toHaveLength(1))
    leave()
    // The client reports CLOSED while the channel is being left.
    made[0]?.state('CLOSED')
    expect(told.at(-1)).toBe('left member:1')
    expect(onState).not.toHaveBeenCalled()
  })

  it('is joined again after it was left or ended', async () => {
    join('member:4')()
    const leave = join('member:4')
    await vi.waitFor(() => expect(made).toHaveLength(1))
    leave()
    const onState = vi.fn()
    join('member:4', undefined, onState)
    await vi.waitFor(() => expect(made).toHaveLength(2))
    made[0]?.state('CLOSED')
    expect(onState).not.toHaveBeenCalled()
    made[1]?.state('SUBSCRIBED')
    expect(onState.mock.calls).toEqual([['joined']])

    const ended = join('member:5')
    await vi.waitFor(() => expect(made).toHaveLength(3))
    made[2]?.state('CLOSED')
    join('member:5')
    await vi.waitFor(() => expect(made).toHaveLength(4))
    ended()
    expect(told).not.toContain('left member:5')
  })

  it('is not joined if it is left before the client is loaded', async () => {
    const leave = join('member:1')
    leave()
    join('member:2')
    await vi.waitFor(() => expect(made).toHaveLength(1))
    expect(made[0]?.topic).toBe('member:2')
  })
})
