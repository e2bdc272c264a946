import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { authError } from '../errors.ts'

/**
 * Password hashing. New hashes are Argon2id, which covers every byte (bcrypt stops at 72) and which GoTrue can verify;
 * imported bcrypt hashes stay valid and are replaced at the next sign-in. A hash occupies a thread for about 25 ms, so
 * concurrency and queue length are limited.
 */
export type Passwords = {
  hash(password: string): Promise<string>
  /** False for a wrong password and, after the same amount of work, for a missing hash. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Whether a matching hash should be replaced by the current algorithm. */
  isOutdated(stored: string): boolean
}

export type PasswordLimits = { concurrent: number; waiting: number }

/** OWASP's parameters: 19 MiB, two passes, one lane. */
const SETTINGS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'

/** `concurrent` must stay below libuv's four threads, which also serve file and DNS operations. */
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

/** Runs `concurrent` tasks, queues `waiting` more, and refuses the rest with 429. */
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
      // Passes the slot directly to the next waiter.
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }
}
