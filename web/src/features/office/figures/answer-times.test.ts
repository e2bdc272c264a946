import { describe, expect, it } from 'vitest'
import { answerTimes } from './answer-times.ts'

describe('the answers of staff', () => {
  it('count as kept where they came within their own promise, and an overdue one counts as not kept', () => {
    const found = answerTimes([
      { took: 600, promised: 3600 },
      { took: 3600, promised: 3600 },
      { took: 9000, promised: 3600 },
      { took: null, promised: 14_400 },
    ])
    expect(found).toEqual({ all: 4, kept: 2, p50: 3600, p95: 9000, promises: [3600, 14_400] })
  })

  it('have no figures while none was given', () => {
    expect(answerTimes([{ took: null, promised: 60 }])).toBeNull()
  })
})
