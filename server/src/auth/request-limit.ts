import type { FastifyInstance } from 'fastify'
import { network } from '../http/network.ts'
import { addressOf } from './caller.ts'
import { allowedOf, type LimitKind, limit } from './rate-limit.ts'
import type { Service } from './service.ts'

/**
 * Limits all requests of an address, in addition to the limits of endpoints. Counting each read with a write would cost
 * more than the read: a process claims a share of the minute's allowance from PostgreSQL and spends it from memory, so
 * that several processes share one limit. An unused share expires with its minute.
 */
const SHARES = 20
const LARGEST_SHARE = 25
const WINDOW = 60_000
/** Health checks are cheap and not limited. */
const FREE: ReadonlySet<string> = new Set(['/auth/v1/health', '/auth/v1/.well-known/jwks.json'])

type Share = { left: number; claim: Promise<void> | null }

export function requestLimit(app: FastifyInstance, service: Service): void {
  const shares = new Map<string, Share>()
  let minute = 0
  app.addHook('onRequest', async (request) => {
    const path = request.url.split('?')[0] as string
    if (FREE.has(path)) return
    const now = Math.floor(service.context.now().getTime() / WINDOW)
    if (now !== minute) shares.clear()
    minute = now
    const kind = /^\/auth\/v1\/(?:admin\/|invite$)/.test(path) ? 'admin-requests' : 'requests'
    await spend(service, shares, kind, network(addressOf(request)))
  })
}

async function spend(
  service: Service,
  shares: Map<string, Share>,
  kind: LimitKind,
  caller: string,
): Promise<void> {
  const key = `${kind}:${caller}`
  const share = shares.get(key) ?? { left: 0, claim: null }
  shares.set(key, share)
  const size = Math.max(1, Math.min(LARGEST_SHARE, Math.floor(allowedOf(service, kind) / SHARES)))
  while (share.left === 0) {
    // Concurrent requests share one claim.
    share.claim ??= limit(service, kind, caller, size)
      .then(() => {
        share.left += size
      })
      .finally(() => {
        share.claim = null
      })
    await share.claim
  }
  share.left--
}
