import { describe, expect, it } from 'vitest'
import { similarName } from './similar-name.ts'

describe('a similar name', () => {
  it.each([
    ['testt', ['test', 'another'], 0.75, 'test'],
    ['role', ['directors', 'roles', 'actors'], 0.33, 'roles'],
    ['noclosealternative', ['films', 'roles'], 0.33, null],
    ['filsm', ['films'], 0.75, null],
    ['(nam, pqaram, vall)', ['(name, param, val)', '(attr, id)'], 0.33, '(name, param, val)'],
    ['(id)', ['(name, param, val)', '(attr, id)'], 0.33, '(attr, id)'],
    ['x', [], 0, null],
  ])('of %s among %j', (wanted, known, minimum, expected) => {
    expect(similarName(wanted, known, minimum)).toBe(expected)
  })
})
