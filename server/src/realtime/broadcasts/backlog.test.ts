import { describe, expect, it } from 'vitest'
import { Backlog } from './backlog.ts'
import { Outgoing } from './fan-out.ts'

const message = (id: string | null = null) => new Outgoing(() => null, id)

describe('the backlog of a joining channel', () => {
  it('releases live messages that are not among the missed ones, in order', () => {
    const backlog = new Backlog(10)
    const [first, second, unstored] = [message('1'), message('2'), message()]
    const live = [message('2'), unstored, message('3')]
    expect(live.map((one) => backlog.take(one))).toEqual(['kept', 'kept', 'kept'])
    expect(backlog.open([first, second])).toEqual([unstored, live[2]])
  })

  it('does not repeat a replayed message whose notification arrives late', () => {
    const backlog = new Backlog(10)
    backlog.open([message('1'), message('2')])
    expect(backlog.take(message('2'))).toBe('told')
    expect(backlog.take(message('3'))).toBe('pass')
    expect(backlog.take(message())).toBe('pass')
  })

  it('reports when it is full', () => {
    const backlog = new Backlog(1)
    expect(backlog.take(message())).toBe('kept')
    expect(backlog.take(message())).toBe('full')
  })
})
