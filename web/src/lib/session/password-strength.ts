// Owns the rating of a password. The dictionaries (400 KB) load when a password is first typed, never before.

/** The shortest accepted password, in characters. */
export const SHORTEST = 12
/** The longest, in bytes: bcrypt ignores the rest. */
export const LONGEST_BYTES = 72

/** 1 weak and refused, 2 fair, 3 good, 4 strong. */
export type Strength = 1 | 2 | 3 | 4
export type PasswordProblem = 'password_missing' | 'password_short' | 'password_long' | 'password_weak'
export type PasswordJudge = (password: string, known: readonly string[]) => Promise<Strength>

/** The strength of a password for a person with these names and addresses. Rejects if the dictionaries cannot be loaded. */
export const passwordStrength: PasswordJudge = async (password, known) => {
  const { default: estimator } = await import('./password-estimator.ts')
  const { score } = estimator.check(password.slice(0, 100), [...known])
  return password.length < SHORTEST ? 1 : (Math.max(1, score) as Strength)
}

/** Why a password is refused, or null. If the strength cannot be rated, a valid length is enough. */
export async function passwordProblem(
  password: string,
  known: readonly string[],
  judge: PasswordJudge = passwordStrength,
): Promise<PasswordProblem | null> {
  if (password === '') return 'password_missing'
  if (password.length < SHORTEST) return 'password_short'
  if (new TextEncoder().encode(password).length > LONGEST_BYTES) return 'password_long'
  const strength = await judge(password, known).catch(() => null)
  return strength === 1 ? 'password_weak' : null
}
