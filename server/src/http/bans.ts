import type { Pool } from 'pg'
import type { Listener } from '../database/listener.ts'
import { followFacts } from './followed-facts.ts'
import { type Keys, TokenError } from './keys.ts'

type Ban = { id: string; until: number }

/**
 * Banned users, cached in memory: a token is valid for up to an hour, but a ban applies at once (ASVS 8.3.2).
 * `auth.users` is authoritative; base/035_auth_bans.sql notifies of changes.
 */
export class Bans {
  readonly #now: () => Date
  /** End of each ban, in milliseconds since 1970. */
  #until = new Map<string, number>()
  readonly #heard = new Set<(userId: string) => void>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Loads the bans and follows every change; the returned function stops following. */
  watch(admin: Pool, listener: Listener, failed: (error: unknown) => void): Promise<() => void> {
    return followFacts<Ban, { user_id: string; until: number | null }>(
      {
        channel: 'auth_bans',
        read: async () => {
          const { rows } = await admin.query<Ban>(
            'select id, _server.ban_end(banned_until)::float8 as until from auth.users where banned_until > now()',
          )
          return rows
        },
        replace: (rows) => {
          const known = this.#until
          this.#until = new Map(rows.map(({ id, until }) => [id, until]))
          for (const { id } of rows) if (!known.has(id)) this.#tell(id)
        },
        hear: ({ user_id: userId, until }) => {
          if (until === null) this.#until.delete(userId)
          else this.#begin(userId, until)
        },
      },
      { admin, listener, failed },
    )
  }

  has(userId: string): boolean {
    const until = this.#until.get(userId)
    return until !== undefined && until > this.#now().getTime()
  }

  /** Calls back with each newly banned account; the returned function unsubscribes. */
  onBan(callback: (userId: string) => void): () => void {
    this.#heard.add(callback)
    return () => this.#heard.delete(callback)
  }

  #begin(userId: string, until: number): void {
    this.#until.set(userId, until)
    if (this.has(userId)) this.#tell(userId)
  }

  #tell(userId: string): void {
    for (const callback of this.#heard) callback(userId)
  }
}

/** Wraps the keys so that banned users' tokens are refused. */
export function refusingBanned(keys: Keys, bans: Bans): Keys {
  return {
    ...keys,
    verify: async (token) => {
      const claims = await keys.verify(token)
      if (claims.sub !== undefined && bans.has(claims.sub)) throw new TokenError('banned', 'User is banned')
      return claims
    },
  }
}
