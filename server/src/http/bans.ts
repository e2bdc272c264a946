import type { Pool } from 'pg'
import type { Listener } from '../database/listener.ts'
import { followFacts } from './followed-facts.ts'
import { type Keys, TokenError } from './keys.ts'

type Ban = { id: string; until: number }

/**
 * Who is banned, in memory: a token says for up to an hour that its owner may come in, a ban says at once that they may not
 * (ASVS 8.3.2). `auth.users` is the truth, base/035_auth_bans.sql tells of each change.
 */
export class Bans {
  readonly #now: () => Date
  /** Until when, in milliseconds since 1970. */
  #until = new Map<string, number>()
  readonly #heard = new Set<(userId: string) => void>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Reads who is banned and follows every change; the returned function ends that. */
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

  /** Calls back with each account whose ban is heard of; the returned function ends it. */
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

/** The keys of a server that lets nobody in who is banned, however good their token. */
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
