// Owns the Merkle tree over the ledger: RFC 6962 §2.1 (identical to RFC 9162 §2.1) with SHA-256. Hashes are 32 bytes. The SQL of
// `ledger_tree` computes the same proofs from stored nodes; a test compares both.
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** Domain separation: an inner node cannot be passed off as a leaf. */
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The root of an empty tree: SHA-256 of the empty string. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array())

export const leafHash = (data: Uint8Array): Uint8Array => sha256(concatBytes(LEAF, data))
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(NODE, left, right))

/** An in-memory, append-only tree that computes the root and the proofs of every size it ever had. */
export class MerkleTree {
  /** Complete subtrees by level: `levels[k][i]` covers 2^k leaves, starting at leaf i·2^k. */
  readonly #levels: Uint8Array[][] = [[]]

  get size(): number {
    return this.#levels[0]!.length
  }

  /** Appends the hash of a leaf. */
  append(leaf: Uint8Array): void {
    this.#levels[0]!.push(leaf)
    for (let level = 0; this.#levels[level]!.length % 2 === 0; level++) {
      const [left, right] = this.#levels[level]!.slice(-2) as [Uint8Array, Uint8Array]
      this.#levels[level + 1] ??= []
      this.#levels[level + 1]!.push(nodeHash(left, right))
    }
  }

  /** The root of the first `size` leaves. Throws a RangeError for a size the tree never had. */
  root(size: number = this.size): Uint8Array {
    this.#demand(size, 0, this.size)
    return size === 0 ? EMPTY_ROOT : this.#range(0, size)
  }

  /** The audit path of a leaf (0-based), from its sibling upwards (RFC 6962 §2.1.1). Throws a RangeError. */
  inclusionProof(index: number, size: number = this.size): Uint8Array[] {
    this.#demand(size, 1, this.size)
    this.#demand(index, 0, size - 1)
    return this.#descend(size, index, (from, to) => to - from === 1).path
  }

  /**
   * The proof that the tree of `size` extends the tree of `old` (RFC 6962 §2.1.2); empty if `old` is 0 or `size`. Throws a
   * RangeError.
   */
  consistencyProof(old: number, size: number = this.size): Uint8Array[] {
    this.#demand(size, 0, this.size)
    this.#demand(old, 0, size)
    if (old === 0 || old === size) return []
    const { path, from, to } = this.#descend(size, old - 1, (_, end) => end === old)
    // The reader knows the root of the old tree, but not the roots of its parts.
    return from > 0 ? [this.#range(from, to), ...path] : path
  }

  /** Descends towards a leaf until `isThere` returns true. `path` holds the sibling subtrees, the lowest first. */
  #descend(size: number, leaf: number, isThere: (from: number, to: number) => boolean) {
    const path: Uint8Array[] = []
    let [from, to] = [0, size]
    while (!isThere(from, to)) {
      const middle = from + largestPowerBelow(to - from)
      const left = leaf < middle
      path.unshift(left ? this.#range(middle, to) : this.#range(from, middle))
      if (left) to = middle
      else from = middle
    }
    return { path, from, to }
  }

  /** The hash over leaves [from, to). `from` must be a multiple of the power of two that `to - from` needs. */
  #range(from: number, to: number): Uint8Array {
    const count = to - from
    const level = Math.log2(count)
    if (Number.isInteger(level)) return this.#levels[level]![from / count]!
    const middle = from + largestPowerBelow(count)
    return nodeHash(this.#range(from, middle), this.#range(middle, to))
  }

  #demand(value: number, least: number, most: number): void {
    if (Number.isSafeInteger(value) && value >= least && value <= most) return
    throw new RangeError(`${value} is not from ${least} to ${most}`)
  }
}

/** The largest power of two below a count. The count is at least 2. */
function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

/** Whether a leaf is at an index of the tree of this size and root. False for a proof of any other shape. */
export function verifyInclusion(
  { leaf, index, size, root }: { leaf: Uint8Array; index: number; size: number; root: Uint8Array },
  path: readonly Uint8Array[],
): boolean {
  if (!isSize(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return false
  // RFC 9162 §2.1.3.2, with divisions instead of shifts: an index may exceed 32 bits.
  let [place, last, hash] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (sibling.length !== 32 || last === 0) return false
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(sibling, hash)
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, sibling)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 && sameBytes(hash, root)
}

export type TreeHead = { size: number; root: Uint8Array }

/** Whether a tree extends an older one. False for a proof of any other shape. */
export function verifyConsistency(old: TreeHead, next: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (!isSize(old.size) || !isSize(next.size) || old.size > next.size) return false
  if (old.size === 0) return proof.length === 0 && sameBytes(old.root, EMPTY_ROOT)
  if (old.size === next.size) return proof.length === 0 && sameBytes(old.root, next.root)
  // RFC 9162 §2.1.4.2: if the old tree is one complete subtree, its root is prepended to the path.
  const path = Number.isInteger(Math.log2(old.size)) ? [old.root, ...proof] : [...proof]
  const first = path.shift()
  if (!first || [first, ...path].some((hash) => hash.length !== 32)) return false
  let [place, last] = [old.size - 1, next.size - 1]
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  let [before, after] = [first, first]
  for (const hash of path) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      ;[before, after] = [nodeHash(hash, before), nodeHash(hash, after)]
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)]
    } else after = nodeHash(after, hash)
    ;[place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  return last === 0 && sameBytes(before, old.root) && sameBytes(after, next.root)
}

const isSize = (size: number) => Number.isSafeInteger(size) && size >= 0

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
