import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { authError } from '../errors.ts'

/**
 * Hashes of passwords. New ones are Argon2id, which reads every byte (bcrypt stops at 72) and which GoTrue
 * reads too; bcrypt hashes of imported accounts keep working and are replaced at the next sign-in. A hash costs
 * some 25 ms of a thread: only so many run at once, and only so many wait.
 */
export type Passwords = {
  hash(password: string): Promise<string>
  /** False for a wrong password and, after the same work, when there is no hash to compare with. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Whether a hash that matched should be replaced by one of today's kind. */
  isOutdated(stored: string): boolean
}

export type PasswordLimits = { concurrent: number; waiting: number }

/** OWASP's setting: 19 MiB, two passes, one lane. */
const SETTINGS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'

/** `concurrent` must stay below libuv's four threads, which also read files and resolve names. */
export async function createPasswords(
  random: (bytes: number) => Buffer,
  limits: PasswordLimits = { concurrent: Math.min(3, availableParallelism()), waiting: 256 },
): Promise<Passwords> {
  const gate = new Gate(limits)
  const decoy = await hash(random(16).toString('hex'), SETTINGS)
  return {
    hash: (password) => gate.run(() => hash(password, { ...SETTINGS, salt: random(16) })),
    verify: (stored, password) =>
      gate.run(async () => {
        if (stored?.startsWith('$argon2')) return verify(stored, password)
        if (stored && /^\$2[aby]\$/.test(stored)) return verifyBcrypt(password, stored)
        await verify(decoy, password)
        return false
      }),
    isOutdated: (stored) => !stored.startsWith(CURRENT),
  }
}

/** Lets `concurrent` tasks run and `waiting` more wait their turn; refuses the rest with 429 at once. */
class Gate {
  readonly #limits: PasswordLimits
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(limits: PasswordLimits) {
    this.#limits = limits
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.concurrent) this.#running++
    else {
      if (this.#queue.length >= this.#limits.waiting) throw authError('over_request_rate_limit')
      await new Promise<void>((resolve) => this.#queue.push(resolve))
    }
    try {
      return await task()
    } finally {
      // The place passes to the next in line without becoming free in between.
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }
}
