// Settings of checkpoints: the log's name and key, cosigning witnesses, and timestamp authorities.
import { COSIGNATURE_KEY, isKeyName, readKey, type VerifierKey } from 'trading/proof/log/signed-note'

export type Witness = { key: VerifierKey; url: string }

export type LedgerSettings = {
  /** The log's name in its checkpoints. */
  origin: string
  /** Whether a setting gives that name; otherwise a log that has one keeps it, whatever address the site is reached at. */
  isNamed: boolean
  /** 32 bytes in base64url; null for the key in the database. */
  secretKey: string | null
  witnesses: readonly Witness[]
  /** URLs of authorities. */
  authorities: readonly string[]
}

type Environment = {
  LEDGER_ORIGIN?: string | undefined
  LEDGER_PRIVATE_KEY?: string | undefined
  LEDGER_WITNESSES?: string | undefined
  LEDGER_TIMESTAMPS?: string | undefined
  PUBLIC_URL: string
}

/** Throws a RangeError whose message names the setting. */
export function readLedgerSettings(env: Environment): LedgerSettings {
  const origin = env.LEDGER_ORIGIN ?? `${new URL(env.PUBLIC_URL).host}/ledger`
  if (!isKeyName(origin) || origin.length > 200) {
    throw new RangeError(
      'The setting LEDGER_ORIGIN is invalid: expected a name without spaces and plus signs.',
    )
  }
  return {
    origin,
    isNamed: env.LEDGER_ORIGIN !== undefined,
    secretKey: env.LEDGER_PRIVATE_KEY ?? null,
    witnesses: listed(env.LEDGER_WITNESSES).map(readWitness),
    authorities: listed(env.LEDGER_TIMESTAMPS).map((text) => {
      if (!isAddress(text))
        throw new RangeError(
          'The setting LEDGER_TIMESTAMPS is invalid: expected comma-separated http or https addresses.',
        )
      return text
    }),
  }
}

/** `name+id+key address` */
function readWitness(text: string): Witness {
  const [vkey = '', url = '', ...more] = text.split(/\s+/)
  const key = readKey(vkey)
  if (key?.kind !== COSIGNATURE_KEY || !isAddress(url) || more.length > 0) {
    throw new RangeError(
      'The setting LEDGER_WITNESSES is invalid: expected the key of a witness (cosignature/v1), a space and its address.',
    )
  }
  return { key, url: url.replace(/\/$/, '') }
}

const listed = (setting = ''): string[] =>
  setting
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const isAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
