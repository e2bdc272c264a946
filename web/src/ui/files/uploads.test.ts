import { describe, expect, it } from 'vitest'
import { afterChoice, afterEvent, type Sending, type SendingEvent } from './uploads.ts'

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

  it('that the server refuses says why', () => {
    expect(after({ type: 'refused', id: 'a', fault: 'type' })).toEqual([
      { id: 'a', file, state: 'refused', fault: 'type' },
    ])
  })

  it('stays off once it is taken off', () => {
    expect(after({ type: 'removed', id: 'a' }, { type: 'done', id: 'a' })).toEqual([])
  })
})

describe('where one file is wanted', () => {
  const rules = { accept: ['image/png'], maxSize: 5000, maxCount: 1 }
  const picture = { name: 'b.png', type: 'image/png', size: 10 } as File
  const text = { name: 'notes.txt', type: 'text/plain', size: 10 } as File
  const held = (state: 'done' | 'failed'): Sending => ({ id: 'a', file, state })
  const refused: Sending = { id: 'r', file, state: 'refused', fault: 'type' }

  it.each([
    ['a refused one', refused],
    ['a failed one', held('failed')],
    ['the present one', held('done')],
  ])('an acceptable one takes the place of %s', (_, before) => {
    expect(afterChoice([before], [picture], rules)).toEqual({
      leaving: [before],
      arriving: [{ file: picture, fault: null }],
    })
  })

  it('one that is refused leaves the present one where it is', () => {
    expect(afterChoice([held('done'), refused], [text], rules)).toEqual({
      leaving: [refused],
      arriving: [{ file: text, fault: 'type' }],
    })
  })

  it('the second of two is refused', () => {
    expect(afterChoice([], [picture, picture], rules).arriving.map(({ fault }) => fault)).toEqual([
      null,
      'count',
    ])
  })

  it('several keep what is there', () => {
    const many = { ...rules, maxCount: 2 }
    expect(afterChoice([held('done'), refused], [picture, picture], many)).toEqual({
      leaving: [],
      arriving: [
        { file: picture, fault: null },
        { file: picture, fault: 'count' },
      ],
    })
  })
})
