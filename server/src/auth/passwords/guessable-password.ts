import { authError } from '../errors.ts'
import type { Service } from '../service.ts'
import type { Metadata } from '../store/users.ts'
import { requireUnleaked } from './leaked-password.ts'

/**
 * Refuses guessable passwords: zxcvbn estimates the guesses of an attacker who knows common passwords, keyboard
 * patterns, the account and the site (`[auth.password_strength]`, this server's own setting; off by default, as in
 * GoTrue). Applies wherever a user sets a password; imports with the service key are exempt.
 */
type Account = { email?: string | null; phone?: string | null; data?: Metadata | null }

/** Characters that are checked: a strong prefix is sufficient, and the cost grows with the square of the length. */
const JUDGED = 32
/** Limits on the words and letters taken from the account's own data. */
const WORDS = 40
const LONGEST_WORD = 40

/** Throws `weak_password` with reason `guessable`, or `pwned` for a common password. */
export async function requireUnguessable(
  service: Service,
  password: string,
  account: Account,
): Promise<void> {
  const { minimum_score: least } = service.settings.password_strength
  if (least > 0) {
    // The dictionaries take 80 ms and 15 MB, so they are loaded for the first password, not at start.
    const { default: estimator } = await import('./password-estimator.ts')
    const { score } = estimator.check([...password].slice(0, JUDGED).join(''), known(service, account))
    if (score < least) {
      const message = 'Password is known to be weak and easy to guess, please choose a different one.'
      throw authError('weak_password', message, { extra: { weak_password: { reasons: ['guessable'] } } })
    }
  }
  await requireUnleaked(service, password)
}

/** Words that an attacker tries first: the site's name, the addresses and their parts, and the account's data. */
function known({ settings }: Service, { email, phone, data }: Account): string[] {
  const said = Object.values(data ?? {}).filter((value) => typeof value === 'string')
  const texts = [...settings.password_strength.words, siteName(settings.site_url), email, phone, ...said]
  const words = texts.flatMap((text) =>
    text ? [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)] : [],
  )
  const short = words.filter((word) => word.length > 2 && word.length <= LONGEST_WORD)
  return [...new Set(short)].slice(0, WORDS)
}

const siteName = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')
