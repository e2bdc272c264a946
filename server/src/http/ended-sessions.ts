import type { Pool } from 'pg'
import type { Listener } from '../database/listener.ts'
import { followFacts } from './followed-facts.ts'
import { type Claims, type Keys, TokenError } from './keys.ts'

type Ending = { id: string; state: 'ended' | 'lowered' | 'raised'; at: number }

/** Tolerated clock difference between the database and this machine, in milliseconds. */
const SKEW = 60_000

/**
 * Sessions that ended before their tokens expire, cached in memory: by sign-out, password change or account deletion; and those
 * lowered to aal1 whose tokens still claim aal2 (ASVS 7.4.1). Triggers on `auth.sessions` (base/036_auth_ended_sessions.sql)
 * write the authoritative rows of `_server.ended_sessions`; each is dropped once the last affected token has expired.
 */
export class EndedSessions {
  readonly #now: () => Date
  /** Lifetime of access tokens in milliseconds. */
  readonly #tokenLife: number
  /** Oldest first, so that expired entries are at the front. */
  #endings = new Map<string, Ending>()
  readonly #heard = new Set<() => void>()

  constructor(now: () => Date, tokenLifeSeconds: number) {
    this.#now = now
    this.#tokenLife = tokenLifeSeconds * 1000
  }

  /** Loads the ended sessions and follows every change; the returned function stops following. */
  watch(admin: Pool, listener: Listener, failed: (error: unknown) => void): Promise<() => void> {
    return followFacts<Ending, Ending>(
      {
        channel: 'auth_sessions',
        read: async () => {
          const { rows } = await admin.query<Ending>(
            `select session_id as id, case when lowered then 'lowered' else 'ended' end as state, extract(epoch from ended_at)::float8 * 1000 as at
             from _server.ended_sessions where ended_at > now() - make_interval(secs => $1) order by ended_at`,
            [(this.#tokenLife + SKEW) / 1000],
          )
          return rows
        },
        replace: (rows) => {
          this.#endings = new Map(rows.map((ending) => [ending.id, ending]))
          this.#tell()
        },
        hear: (ending) => {
          this.#endings.delete(ending.id)
          if (ending.state === 'raised') return
          this.#endings.set(ending.id, ending)
          this.#forget()
          this.#tell()
        },
      },
      { admin, listener, failed },
    )
  }

  /** Whether a valid token's session has ended, or is below the token's assurance level. */
  refuses({ session_id: id, aal }: Claims): boolean {
    if (id === undefined) return false
    const state = this.#endings.get(id)?.state
    return state === 'ended' || (state === 'lowered' && aal === 'aal2')
  }

  /** Calls back when sessions have ended; the returned function unsubscribes. */
  onEnd(callback: () => void): () => void {
    this.#heard.add(callback)
    return () => this.#heard.delete(callback)
  }

  #forget(): void {
    const over = this.#now().getTime() - this.#tokenLife - SKEW
    for (const [id, { at }] of this.#endings) {
      if (at > over) return
      this.#endings.delete(id)
    }
  }

  #tell(): void {
    for (const callback of this.#heard) callback()
  }
}

/** Wraps the keys so that tokens of ended sessions are refused. */
export function refusingEnded(keys: Keys, ended: EndedSessions): Keys {
  return {
    ...keys,
    verify: async (token) => {
      const claims = await keys.verify(token)
      if (ended.refuses(claims)) throw new TokenError('ended', 'Session has ended')
      return claims
    },
  }
}
