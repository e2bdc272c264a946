import { LRUCache } from 'lru-cache'
import { network } from '../http/network.ts'
import { TokenBucket } from '../http/token-bucket.ts'
import type { Caller } from './caller.ts'
import { errors } from './errors.ts'

/** Requests a minute, and burst size, per address and per member. Zero: unlimited. */
export type RequestLimits = { perAddress: number; perMember: number }

/** Maximum number of callers tracked; evicted callers start afresh. */
const REMEMBERED = 20_000

/**
 * Rate limits per caller, in each process's memory: a request costs two map lookups and no I/O. With several processes
 * the limit multiplies.
 */
export class RequestLimit {
  readonly #limits: RequestLimits
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: REMEMBERED })

  constructor(limits: RequestLimits) {
    this.#limits = limits
  }

  /** Counts a request. `caller` is null for an unauthenticated one. Throws PGRST190. */
  count(address: string, caller: Caller | null, now: number): void {
    // The service key is exempt, because workers must not stop.
    if (caller?.role === 'service_role') return
    const { perAddress, perMember } = this.#limits
    const sub = caller?.claims.sub
    // The member's limit is checked first, so that a member above it does not use up a shared address's limit.
    if (sub !== undefined) this.#take(`member ${sub}`, perMember, now)
    this.#take(`address ${network(address)}`, perAddress, now)
  }

  #take(key: string, perMinute: number, now: number): void {
    if (perMinute === 0) return
    let bucket = this.#buckets.get(key)
    if (!bucket) {
      bucket = new TokenBucket(perMinute / 60, perMinute, now)
      this.#buckets.set(key, bucket)
    }
    if (!bucket.take(now)) throw errors.tooMany(Math.ceil(bucket.wait(now)))
  }
}
