import { authError } from '../errors.ts'
import type { Service } from '../service.ts'
import type { Metadata } from '../store/users.ts'
import { requireUnleaked } from './leaked-password.ts'

/**
 * Whether a new password can be guessed: zxcvbn counts the guesses of an attacker who knows common passwords, keyboards, the
 * account and the site (`[auth.password_strength]`, this server's own; off by default, as the official service has no such check).
 * Asked wherever a person sets a password. Who holds the server's own key imports accounts as they are.
 */
type Account = { email?: string | null; phone?: string | null; data?: Metadata | null }

/** Letters that are judged: a beginning that is hard to guess is enough, and the work grows with the square of the length. */
const JUDGED = 32
/** Of what the account says about itself: so many words of so many letters. */
const WORDS = 40
const LONGEST_WORD = 40

/** Throws `weak_password` with reason `guessable` or, for one that is known from leaks, `pwned`. */
export async function requireUnguessable(
  service: Service,
  password: string,
  account: Account,
): Promise<void> {
  const { minimum_score: least } = service.settings.password_strength
  if (least > 0) {
    // Dictionaries cost 80 ms and 15 MB: they are read when the first password is set, never at the start.
    const { default: estimator } = await import('./password-estimator.ts')
    const { score } = estimator.check([...password].slice(0, JUDGED).join(''), known(service, account))
    if (score < least) {
      const message = 'Password is known to be weak and easy to guess, please choose a different one.'
      throw authError('weak_password', message, { extra: { weak_password: { reasons: ['guessable'] } } })
    }
  }
  await requireUnleaked(service, password)
}

/** What a guesser tries first: the site's words, the addresses and each of their parts, and what the account says of itself. */
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
