import { authError, invalid } from '../errors.ts'

/** Password requirements: `minimum_password_length` and `password_requirements` of the project's configuration. */
export type PasswordPolicy = { minimum_password_length: number; password_requirements: string }

export type Weakness = { message: string; reasons: ('length' | 'characters')[] }

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** Character sets, each of which must occur once, by their name in the configuration. */
const requirements: Record<string, string[]> = {
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
}

/** Lower minimums are raised to this one, as in GoTrue. */
const FLOOR = 6
/** In characters: bytes are not limited, since the hash covers all of them. */
const LONGEST = 72

/** Why the policy refuses a password; null when it satisfies the policy. */
export function weakness(password: string, policy: PasswordPolicy): Weakness | null {
  const minimum = Math.max(policy.minimum_password_length, FLOOR)
  const sets = requirements[policy.password_requirements] ?? []
  const reasons: Weakness['reasons'] = []
  const messages: string[] = []
  if ([...password].length < minimum) {
    reasons.push('length')
    messages.push(`Password should be at least ${minimum} characters.`)
  }
  if (!sets.every((set) => [...password].some((character) => set.includes(character)))) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`)
  }
  return reasons.length > 0 ? { reasons, message: messages.join(' ') } : null
}

/** Throws `weak_password`, or `validation_failed` for one that is too long. */
export function requireStrong(password: string, policy: PasswordPolicy): void {
  if ([...password].length > LONGEST) throw invalid('Password cannot be longer than 72 characters')
  const weak = weakness(password, policy)
  if (weak)
    throw authError('weak_password', weak.message, { extra: { weak_password: { reasons: weak.reasons } } })
}
