import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { joinChannel } from './channel.ts'

/** The realtime client as far as a channel goes: each that was made, and what was done with it. */
const { made, realtime, told } = vi.hoisted(() => {
  const told: string[] = []
  type Hear = (message: { payload: unknown }) => void
  const made: { topic: string; hear: Map<string, Hear>; state: (status: string, error?: Error) => void }[] =
    []
  const realtime = {
    setAuth: async () => void told.push('setAuth'),
    channel: (topic: string, options: object) => {
      told.push(`${topic} ${JSON.stringify(options)}`)
      const channel = { topic, hear: new Map<string, Hear>(), state: (_status: string, _error?: Error) => {} }
      made.push(channel)
      return {
        on: (_kind: string, { event }: { event: string }, hear: Hear) => channel.hear.set(event, hear),
        subscribe: (state: (status: string, error?: Error) => void) => {
          channel.state = state
        },
        topic,
      }
    },
    removeChannel: async ({ topic }: { topic: string }) => void told.push(`left ${topic}`),
  }
  return { made, realtime, told }
})
vi.mock('./realtime.ts', () => ({ realtime }))

/** The screen stands: it has its title. */
const screen: { title: object | null } = { title: {} }
beforeEach(() => {
  screen.title = {}
  vi.stubGlobal('document', { querySelector: () => screen.title })
  made.length = 0
  told.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a channel', () => {
  it('is private, and joined with the token of the session', async () => {
    joinChannel('member:1', {})
    await vi.waitFor(() => expect(made).toHaveLength(1))
    expect(told).toEqual(['setAuth', 'member:1 {"config":{"private":true}}'])
  })

  it('leaves the line to the screen until that is there', async () => {
    screen.title = null
    joinChannel('member:1', {})
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(made).toEqual([])
    screen.title = {}
    await vi.waitFor(() => expect(made).toHaveLength(1))
  })

  it('hands each event its payload, and says how it stands', async () => {
    const [hear, onState] = [vi.fn(), vi.fn()]
    joinChannel('member:1', { money: hear }, onState)
    await vi.waitFor(() => expect(made).toHaveLength(1))
    made[0]?.hear.get('money')?.({ payload: { amount: 1 } })
    for (const status of ['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED', 'CLOSED']) made[0]?.state(status)
    made[0]?.state(
      'CHANNEL_ERROR',
      new Error('"Unauthorized: You do not have permissions to read from this Channel topic"'),
    )
    expect(hear.mock.calls).toEqual([[{ amount: 1 }]])
    expect(onState.mock.calls).toEqual([['joined'], ['away'], ['joined'], ['ended'], ['refused']])
  })

  it('says nothing more once it is left', async () => {
    const onState = vi.fn()
    const leave = joinChannel('member:1', {}, onState)
    await vi.waitFor(() => expect(made).toHaveLength(1))
    leave()
    // The client closes it while it is being left.
    made[0]?.state('CLOSED')
    expect(told.at(-1)).toBe('left member:1')
    expect(onState).not.toHaveBeenCalled()
  })

  it('is not joined when it is left before its client is there', async () => {
    const leave = joinChannel('member:1', {})
    leave()
    joinChannel('member:2', {})
    await vi.waitFor(() => expect(made).toHaveLength(1))
    expect(made[0]?.topic).toBe('member:2')
  })
})
