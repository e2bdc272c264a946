import { describe, expect, it } from 'vitest'
import { statementProblems } from './problems.ts'
import { readShipped } from './shipped.ts'

describe('the content that ships [S-101] [S-111]', () => {
  it('has no broken file, no number without its formula or source, and no name that leads nowhere', () => {
    const { entries, problems } = readShipped()
    expect([...problems, ...statementProblems(entries)]).toEqual([])
  })
})
