// What an address in a member's text leads to: cards are drawn for our own records, never for an address of another site.
import { linkTarget } from '#ui/markdown/markdown-address.ts'

export type PostTarget =
  | { kind: 'signal'; name: string; href: string }
  | { kind: 'instrument'; symbol: string; href: string }
  | { kind: 'post'; href: string }
  | { kind: 'here'; href: string }
  | { kind: 'away'; href: string }
  | { kind: 'record'; days: number; symbol: string | null }

const RECORD = /^record:(\d{1,4})(?:\/([A-Z0-9]{3,12}))?$/
export const recordAddress = (days: number, symbol: string | null): string =>
  `record:${days}${symbol ? `/${symbol}` : ''}`

/** An address of this site as a path: `https://vigie.example/signaux` is `/signaux`. */
function ownPath(href: string): string {
  const here = globalThis.location?.origin
  if (!here || !URL.canParse(href)) return href
  const { origin, pathname, search, hash } = new URL(href)
  return origin === here ? `${pathname}${search}${hash}` : href
}

/** Null for everything that a member's text may not link to: other schemes, mail, parts of the page. */
export function postTarget(address: string | undefined): PostTarget | null {
  const record = RECORD.exec(address ?? '')
  if (record) return { kind: 'record', days: Number(record[1]), symbol: record[2] ?? null }
  const target = linkTarget(address && ownPath(address))
  if (!target || target.kind === 'mail' || target.kind === 'figure' || target.href.startsWith('#'))
    return null
  if (target.kind === 'away') return { kind: 'away', href: target.href }
  const { pathname, searchParams } = new URL(target.href, 'https://here.invalid')
  const { href } = target
  const [signal, symbol] = [searchParams.get('signal'), searchParams.get('instrument')]
  if (pathname === '/signaux' && signal && /^(\d{1,15}|[0-9a-f-]{36})$/.test(signal))
    return { kind: 'signal', name: signal, href }
  if (pathname === '/signaux' && symbol && /^[A-Z0-9]{3,12}$/.test(symbol))
    return { kind: 'instrument', symbol, href }
  if (pathname === '/communaute' && searchParams.has('message')) return { kind: 'post', href }
  return { kind: 'here', href }
}

/** The only pictures that are loaded: those that members uploaded here. */
const PICTURE = /^\/storage\/v1\/object\/public\/forum\/[\w-]+(?:\/[\w-]+)*\.webp$/
export const isOwnPicture = (address: unknown): address is string =>
  typeof address === 'string' && PICTURE.test(address)
