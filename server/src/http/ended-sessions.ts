import type { Pool } from 'pg'
import type { Listener } from '../database/listener.ts'
import { followFacts } from './followed-facts.ts'
import { type Claims, type Keys, TokenError } from './keys.ts'

type Ending = { id: string; state: 'ended' | 'lowered' | 'raised'; at: number }

/** Clocks of the database and of this machine differ by less. In milliseconds. */
const SKEW = 60_000

/**
 * Sessions that are over before their tokens are, in memory: signed out, their password changed, their account gone; and those
 * that have fallen to aal1, whose tokens still say aal2 (ASVS 7.4.1). The rows of `_server.ended_sessions` are the truth, written
 * by triggers on `auth.sessions` (base/036_auth_ended_sessions.sql); each is forgotten once the last token it could concern has expired.
 */
export class EndedSessions {
  readonly #now: () => Date
  /** How long an access token lives, in milliseconds. */
  readonly #tokenLife: number
  /** Oldest first, so that what can be forgotten is at the front. */
  #endings = new Map<string, Ending>()
  readonly #heard = new Set<() => void>()

  constructor(now: () => Date, tokenLifeSeconds: number) {
    this.#now = now
    this.#tokenLife = tokenLifeSeconds * 1000
  }

  /** Reads which sessions have ended and follows every change; the returned function ends that. */
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

  /** Whether the session of a good token has ended, or no longer is at the level that the token says. */
  refuses({ session_id: id, aal }: Claims): boolean {
    if (id === undefined) return false
    const state = this.#endings.get(id)?.state
    return state === 'ended' || (state === 'lowered' && aal === 'aal2')
  }

  /** Calls back when sessions have ended; the returned function ends it. */
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

/** The keys of a server that takes no token of a session that has ended. */
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
