import { isIP } from 'node:net'

/**
 * The proxies whose forwarding headers are trusted: how many, or their addresses and networks. `X-Forwarded-For` is
 * read from the right, where our proxies append; entries that the caller forged are further left and never reached.
 */
export type TrustedProxies = number | readonly string[]

const MOST_HOPS = 16

/** Parses `TRUST_PROXY`. Throws a RangeError with instructions. */
export function trustedProxies(text: string): TrustedProxies {
  if (text === 'false') return 0
  if (text === 'true') {
    throw new RangeError(
      'true would trust any address that a caller sends; set the number of proxies in front (1), or their addresses (10.0.0.0/8, 192.0.2.7)',
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

/** Fastify's trust function: whether the address at distance `hop` is trusted. */
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
  // A /0 network would mean everyone, like `true`.
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}
