import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireStrong, weakness } from './password-policy.ts'

const policy = (minimum_password_length = 6, password_requirements = '') => ({
  minimum_password_length,
  password_requirements,
})

describe('the password policy', () => {
  it.each([
    ['short', policy(), ['length']],
    ['longer', policy(), undefined],
    ['éèàçù', policy(5), ['length']],
    ['🔑🔑🔑🔑🔑🔑', policy(), undefined],
    ['seven77', policy(8), ['length']],
    ['onlyletters', policy(6, 'letters_digits'), ['characters']],
    ['letters1', policy(6, 'letters_digits'), undefined],
    ['lower1', policy(6, 'lower_upper_letters_digits'), ['characters']],
    ['Mixed1', policy(6, 'lower_upper_letters_digits'), undefined],
    ['Mixed1', policy(6, 'lower_upper_letters_digits_symbols'), ['characters']],
    ['Mixed1!', policy(6, 'lower_upper_letters_digits_symbols'), undefined],
    ['a', policy(6, 'letters_digits'), ['length', 'characters']],
  ])('judges %j under %j as %j', (password, rules, reasons) => {
    expect(weakness(password, rules)?.reasons).toEqual(reasons)
  })

  it('lists every reason in one message', () => {
    expect(weakness('a', policy(6, 'letters_digits'))?.message).toBe(
      'Password should be at least 6 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.',
    )
  })

  it('never accepts fewer than six characters, whatever is configured', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 5 }),
        fc.integer({ max: 6 }),
        (password, minimum) => {
          fc.pre([...password].length < 6)
          expect(weakness(password, policy(minimum))?.reasons).toContain('length')
        },
      ),
    )
  })

  it('accepts 64 characters of four bytes each, and refuses a 73rd character', () => {
    expect(() => requireStrong('🔑'.repeat(64), policy())).not.toThrow()
    expect(() => requireStrong('a'.repeat(73), policy())).toThrow(
      'Password cannot be longer than 72 characters',
    )
  })
})
