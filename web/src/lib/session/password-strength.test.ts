import { describe, expect, it } from 'vitest'
import { passwordProblem, passwordStrength } from './password-strength.ts'

describe('the judgement of a password', () => {
  it.each([
    ['', 'password_missing'],
    ['Abcdef1!', 'password_short'],
    ['azertyuiopqs', 'password_weak'],
    ['123456789012', 'password_weak'],
    ['phare marée cordage lundi', null],
    ['é'.repeat(37), 'password_long'],
  ])('%j: %s', async (password, problem) => {
    expect(await passwordProblem(password, [])).toBe(problem)
  })

  it('counts the person’s own names and address as words anybody would try', async () => {
    const password = 'alixlaurent2026'
    const known = await passwordStrength(password, ['alix', 'laurent', 'alixlaurent'])
    expect(known).toBeLessThanOrEqual(await passwordStrength(password, []))
    expect(known).toBe(1)
  })

  it('accepts a long enough password when the dictionaries cannot be loaded', async () => {
    const offline = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
    expect(await passwordProblem('123456789012', [], offline)).toBeNull()
  })
})
