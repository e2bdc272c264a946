import type { Pool } from 'pg'
import type { Listener } from '../database/listener.ts'
import { type Keys, TokenError } from './keys.ts'

/**
 * Who is banned, in memory: a token says for up to an hour that its owner may come in, a ban says at once that they may not
 * (ASVS 8.3.2). `auth.users` is the truth; a trigger (base/035_auth_bans.sql) tells of each change as it commits, and after a
 * cut of the listening connection all of it is read again. Costs a request one look into a map.
 */
export class Bans {
  readonly #now: () => Date
  /** Until when, in milliseconds since 1970. */
  #until = new Map<string, number>()
  readonly #heard = new Set<(userId: string) => void>()
  #changes = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Reads who is banned and follows every change; the returned function ends that. */
  async watch(admin: Pool, listener: Listener, failed: (error: unknown) => void): Promise<() => void> {
    const silence = await listener.on('auth_bans', (payload) => {
      const { user_id: userId, until } = JSON.parse(payload) as { user_id: string; until: number | null }
      this.#changes++
      if (until === null) this.#until.delete(userId)
      else this.#begin(userId, until)
    })
    const forget = listener.onReconnect(() => void this.#read(admin).catch(failed))
    await this.#read(admin)
    return () => {
      silence()
      forget()
    }
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

  /** What is heard while the list is read may be newer than the list: then it is read once more. */
  async #read(admin: Pool): Promise<void> {
    for (;;) {
      const changes = this.#changes
      const { rows } = await admin.query<{ id: string; until: number }>(
        'select id, _server.ban_end(banned_until)::float8 as until from auth.users where banned_until > now()',
      )
      if (changes !== this.#changes) continue
      const known = this.#until
      this.#until = new Map(rows.map(({ id, until }) => [id, until]))
      for (const { id } of rows) if (!known.has(id)) this.#tell(id)
      return
    }
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
