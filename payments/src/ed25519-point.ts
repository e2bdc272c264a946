const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/**
 * Whether 32 bytes encode a point of edwards25519 (RFC 8032, 5.1.3): little-endian y with the sign of x in the top bit, where
 * x² = (y² − 1) / (d·y² + 1) has a root. About half of all byte strings do not. Throws a RangeError for another length.
 */
export function isEd25519Point(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) throw new RangeError(`A point has 32 bytes, not ${bytes.length}.`)
  const number = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const sign = number >> 255n
  const y = number & (2n ** 255n - 1n)
  if (y >= P) return false
  const square = (y * y) % P
  // u/v is a square if and only if u·v is: they differ by the square v².
  const product = ((square - 1n + P) * ((D * square + 1n) % P)) % P
  if (product === 0n) return sign === 0n
  return power(product, (P - 1n) / 2n) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let factor = base % P
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % P
    factor = (factor * factor) % P
  }
  return result
}
