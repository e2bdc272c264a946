import { LRUCache } from 'lru-cache'
import { network } from '../http/network.ts'
import { TokenBucket } from '../http/token-bucket.ts'
import type { Caller } from './caller.ts'
import { errors } from './errors.ts'

/** Requests a minute of one address and of one member, and as many at once. Nought: without limit. */
export type RequestLimits = { perAddress: number; perMember: number }

/** Callers remembered at a time; who is forgotten begins anew. */
const REMEMBERED = 20_000

/**
 * So that one caller leaves room for the others. Kept in the memory of each process: it costs a request two looks into a map
 * and nothing is asked or awaited, and several processes allow as many times as much together.
 */
export class RequestLimit {
  readonly #limits: RequestLimits
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: REMEMBERED })

  constructor(limits: RequestLimits) {
    this.#limits = limits
  }

  /** Counts a request. `caller` is null while nobody has proven who they are. Throws PGRST190. */
  count(address: string, caller: Caller | null, now: number): void {
    // The project's own server: a worker would stop where a page only waits.
    if (caller?.role === 'service_role') return
    const { perAddress, perMember } = this.#limits
    const sub = caller?.claims.sub
    // The member's limit first: a member above it uses up nothing of an address that they share.
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
