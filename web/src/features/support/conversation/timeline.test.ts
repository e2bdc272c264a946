import { describe, expect, it } from 'vitest'
import type { Message, Note, Step } from '../tickets.ts'
import { timelineOf } from './timeline.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 19, 10, minute)).toISOString()
const message = (id: string, role: Message['role'], minute: number) =>
  ({ id, role, at: at(minute) }) as Message
const step = (id: string, kind: string, minute: number) => ({ id, kind, at: at(minute) }) as Step

const TICKET = {
  message_list: [message('a', 'member', 0), message('b', 'staff', 47), message('c', 'staff', 90)],
  notes: [{ id: 'n', at: at(60) } as Note],
  events: [step('s', 'opened', 0), step('t', 'pending', 47), step('u', 'answered', 47)],
}

describe('the history of a ticket', () => {
  it('has messages, notes and steps in the order of time, a message before the step it caused', () => {
    expect(timelineOf(TICKET).map(({ id }) => id)).toEqual(['a', 'b', 't', 'n', 'c'])
  })

  it('knows the first answer, which a promise was made of', () => {
    const firsts = timelineOf(TICKET).filter((entry) => entry.kind === 'message' && entry.first)
    expect(firsts.map(({ id }) => id)).toEqual(['b'])
  })

  it('has no notes for a member, who gets none', () => {
    expect(timelineOf({ ...TICKET, notes: undefined }).map(({ id }) => id)).toEqual(['a', 'b', 't', 'c'])
  })
})
