import type { FastifyRequest } from 'fastify'
import { sql } from '../../database/sql.ts'
import { ApiError } from '../../http/api-error.ts'
import { network } from '../../http/network.ts'
import { addressOf } from '../caller.ts'
import { forgive, type LimitKind, limit } from '../rate-limit.ts'
import type { Service } from '../service.ts'
import { knownDevice } from '../sessions/known-device.ts'
import type { UserRow } from '../store/users.ts'

/**
 * Limits wrong passwords per account, across all addresses, and per address, across all accounts. A browser or address
 * that the owner has signed in from has its own count, so that an attacker cannot lock the owner out. Unknown addresses
 * are counted and refused in the same way.
 */
type Count = [kind: LimitKind, caller: string]

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Counts an attempt before the password is checked. Returns a function that undoes the count after a success; throws 429. */
export async function limitGuesses(
  service: Service,
  request: FastifyRequest,
  receiver: string,
  user: UserRow | null,
): Promise<() => Promise<void>> {
  const address = addressOf(request)
  const device = user && knownDevice(service, request, user.id)
  if (device) return count(service, [['device-guess', device]])
  try {
    return await count(service, [
      ['account-guess', receiver],
      ['address-guess', address],
    ])
  } catch (error) {
    // Also queried for unknown users, so that timing reveals nothing.
    const familiar = await isFamiliar(service, user?.id ?? NOBODY, address)
    if (!(error instanceof ApiError) || !familiar) throw error
    return count(service, [['device-guess', `${user?.id} ${network(address)}`]])
  }
}

async function count(service: Service, counts: Count[]): Promise<() => Promise<void>> {
  await Promise.all(counts.map(([kind, caller]) => limit(service, kind, caller)))
  return async () => {
    await Promise.all(counts.map(([kind, caller]) => forgive(service, kind, caller)))
  }
}

async function isFamiliar({ database }: Service, userId: string, address: string): Promise<boolean> {
  const rows = await database.query(
    sql`select from auth.sessions where user_id = ${userId}::uuid and ip = ${address}::inet limit 1`,
  )
  return rows.length > 0
}
