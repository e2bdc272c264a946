import { sql } from '../database/sql.ts'
import { ApiError } from '../http/api-error.ts'
import { limit } from './rate-limit.ts'
import type { Service } from './service.ts'
import type { UserRow } from './store/users.ts'

/**
 * Guesses at one account count together, from however many addresses they come. Beyond the limit only an
 * address goes on from which the owner is signed in already: others are refused, and nobody can lock the owner
 * out of the browser they use. Unknown receivers are counted alike, so the refusal tells nothing.
 */
export async function limitGuesses(
  service: Service,
  receiver: string,
  user: UserRow | null,
  address: string,
): Promise<void> {
  try {
    await limit(service, 'password', receiver)
  } catch (error) {
    if (!(error instanceof ApiError) || !user || !(await isFamiliar(service, user.id, address))) throw error
  }
}

async function isFamiliar({ database }: Service, userId: string, address: string): Promise<boolean> {
  const rows = await database.query(
    sql`select from auth.sessions where user_id = ${userId}::uuid and ip = ${address}::inet limit 1`,
  )
  return rows.length > 0
}
