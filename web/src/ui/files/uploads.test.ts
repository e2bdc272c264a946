import { describe, expect, it } from 'vitest'
import { afterEvent, type Sending, type SendingEvent } from './uploads.ts'

const file = { name: 'chart.png' } as File
const after = (...events: SendingEvent[]) =>
  events.reduce<readonly Sending[]>(afterEvent, [{ id: 'a', file, state: 'sending', share: 0 }])

describe('a file on its way', () => {
  it('goes forward only', () => {
    expect(
      after({ type: 'progressed', id: 'a', share: 0.6 }, { type: 'progressed', id: 'a', share: 0.4 }),
    ).toEqual([{ id: 'a', file, state: 'sending', share: 0.6 }])
    expect(after({ type: 'progressed', id: 'a', share: 7 })).toMatchObject([{ share: 1 }])
  })

  it('stays ended when a report comes late', () => {
    expect(after({ type: 'done', id: 'a' }, { type: 'progressed', id: 'a', share: 0.9 })).toEqual([
      { id: 'a', file, state: 'done' },
    ])
  })

  it('begins again from nothing', () => {
    expect(after({ type: 'failed', id: 'a' }, { type: 'began', id: 'a' })).toEqual([
      { id: 'a', file, state: 'sending', share: 0 },
    ])
  })

  it('stays off once it is taken off', () => {
    expect(after({ type: 'removed', id: 'a' }, { type: 'done', id: 'a' })).toEqual([])
  })
})
