import { isIP } from 'node:net'

/**
 * Whose word counts for where a request comes from: how many proxies stand in front, or their addresses and networks. Entries of
 * `X-Forwarded-For` are read from the right, where our own proxies write; what a caller put there itself stands to the left of
 * theirs and is never reached.
 */
export type TrustedProxies = number | readonly string[]

const MOST_HOPS = 16

/** Reads `TRUST_PROXY`. Throws a RangeError that says what to set. */
export function trustedProxies(text: string): TrustedProxies {
  if (text === 'false') return 0
  if (text === 'true') {
    throw new RangeError(
      'true would believe any address that a caller writes; set how many proxies stand in front (1), or their addresses (10.0.0.0/8, 192.0.2.7)',
    )
  }
  if (/^\d+$/.test(text)) {
    if (Number(text) > MOST_HOPS) throw new RangeError(`expected at most ${MOST_HOPS} proxies`)
    return Number(text)
  }
  const networks = text.split(',').map((part) => part.trim())
  for (const network of networks) {
    if (!isNetwork(network))
      throw new RangeError(`"${network}" is neither a number nor an address or network`)
  }
  return networks
}

/** As the HTTP server asks: whether the address that is `hop` steps away speaks the truth about the one behind it. */
export function trustFor(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return [...proxies]
  return proxies === 0 ? false : (_address, hop) => hop < proxies
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // Nought bits would be everybody, which is `true` by another name.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}
