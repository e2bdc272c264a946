import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Follower, followTopic } from './topic.ts'
import type { Message } from './topic-feed.ts'

/** The channels that are open, and the requests sent to the server. */
const { open, asked, rpc } = vi.hoisted(() => {
  type Open = { topic: string; hear: (message: Message) => void; state: (state: string) => void }
  const open: Open[] = []
  const asked: object[] = []
  const answer = { error: null as { code: string } | null, data: {} as unknown }
  const call = async (_name: string, of: object) => {
    asked.push(of)
    return answer
  }
  const rpc = { answer, call }
  return { open, asked, rpc }
})
vi.mock('./channel.ts', () => ({
  joinChannel: (topic: string, hear: never, state: never) => {
    const channel = { topic, hear, state }
    open.push(channel)
    return () => void open.splice(open.indexOf(channel), 1)
  },
}))
vi.mock('#lib/data/client.ts', () => ({ supabase: { rpc: rpc.call } }))

const left: (() => void)[] = []
function follow(topic: string, follower: Partial<Follower> = {}) {
  const heard: unknown[] = []
  const leave = followTopic(topic, {
    hear: (event, payload) => heard.push([event, (payload as { number?: number }).number]),
    reload: ({ number }) => heard.push(`from ${number}`),
    ...follower,
  })
  left.push(leave)
  return { heard, leave }
}
const message = (number: number, event = 'told') => ({ event, payload: { epoch: '1', number } })
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  asked.length = 0
  rpc.answer.error = null
  rpc.answer.data = { epoch: '1', head: 4, messages: null }
})
afterEach(() => {
  for (const leave of left.splice(0)) leave()
  expect(open).toEqual([])
  vi.useRealTimers()
})

describe('a topic', () => {
  it('is joined once for two followers, catches up once, and is left with the last of them', async () => {
    const first = follow('a')
    const second = follow('a')
    open[0]?.state('joined')
    await turn()
    open[0]?.hear(message(5))
    expect([open.length, asked.length]).toEqual([1, 1])
    expect([first.heard, second.heard]).toEqual([
      ['from 4', ['told', 5]],
      ['from 4', ['told', 5]],
    ])
    first.leave()
    first.leave()
    open[0]?.hear(message(6))
    expect(first.heard).toHaveLength(2)
    expect(second.heard).toHaveLength(3)
    second.leave()
    expect(open).toEqual([])
  })

  it('reports its state to a later follower without another request', async () => {
    follow('a')
    open[0]?.state('joined')
    await turn()
    open[0]?.hear(message(5))
    const onState = vi.fn()
    const later = follow('a', { onState })
    open[0]?.hear(message(6))
    expect(later.heard).toEqual(['from 5', ['told', 6]])
    expect(onState.mock.calls).toEqual([['joined']])
    expect(asked).toEqual([{ topic: 'a' }])
  })

  it('catches up after a disconnection from the last number delivered', async () => {
    const { heard } = follow('a')
    open[0]?.state('joined')
    await turn()
    open[0]?.state('away')
    rpc.answer.data = { epoch: '1', head: 6, messages: [message(5), message(6)] }
    open[0]?.state('joined')
    await turn()
    expect(asked.at(-1)).toEqual({ topic: 'a', after: 4, epoch: '1' })
    expect(heard).toEqual(['from 4', ['told', 5], ['told', 6]])
  })

  it('without numbers delivers messages as they arrive, without requests', async () => {
    const { heard } = follow('quotes', { reload: undefined })
    open[0]?.state('joined')
    await turn()
    open[0]?.hear({ event: 'quotes', payload: {} } as never)
    expect(heard).toEqual([['quotes', undefined]])
    expect(asked).toEqual([])
  })

  it('is joined again after the server ended it, and reports a refusal', async () => {
    vi.useFakeTimers()
    const onState = vi.fn()
    follow('a', { onState })
    open[0]?.state('ended')
    await vi.advanceTimersByTimeAsync(5000)
    expect(open).toHaveLength(2)
    open.splice(0, 1)
    rpc.answer.error = { code: '42501' }
    open[0]?.state('joined')
    await vi.advanceTimersByTimeAsync(0)
    expect(onState.mock.calls.flat()).toEqual(['ended', 'joined', 'refused'])
  })
})
