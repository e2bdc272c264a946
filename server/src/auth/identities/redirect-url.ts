import type { FastifyRequest } from 'fastify'
import { addressPattern } from '../../http/address-pattern.ts'
import { isLoopback } from '../../http/public-site.ts'
import { queryValue } from '../request-body.ts'

/**
 * Where a link of a mail may lead: the site itself, or what the project's allow list matches; and to this machine while the site
 * is not public, whatever the list says. Anything else is silently replaced by the site's address, so that no link leaks a session.
 */
export type RedirectSettings = {
  site_url: string
  additional_redirect_urls: string[]
  /** The site is public: what answers at a loopback address is some other program on the reader's own machine. */
  public_site: boolean
}

/** Where the request wishes to be led, as far as it may. */
export function redirectFor(settings: RedirectSettings, request: FastifyRequest): string {
  const { redirect_to: header, referer } = request.headers
  return redirectTarget(settings, [header?.toString(), queryValue(request, 'redirect_to'), referer])
}

/** The first of the wishes that is allowed, else the site's address. */
export function redirectTarget(settings: RedirectSettings, wishes: (string | null | undefined)[]): string {
  return wishes.find((wish): wish is string => !!wish && isAllowed(settings, wish)) ?? settings.site_url
}

function isAllowed(
  { site_url, additional_redirect_urls, public_site }: RedirectSettings,
  wish: string,
): boolean {
  const url = parse(wish)
  if (!url) return false
  const site = parse(site_url)
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    // Browsers read a backslash and a user part differently from other readers: neither belongs in a redirect.
    if (wish.includes('\\') || url.username || url.password) return false
    if (site && url.protocol === site.protocol && url.host === site.host) return true
    if (isLoopback(url.hostname)) {
      if (public_site) return false
      // By number, any port; by name, where the list has it.
      if (!url.hostname.endsWith('localhost')) return true
    }
  }
  const withoutFragment = wish.split('#')[0] as string
  return additional_redirect_urls.some((glob) => addressPattern(glob).test(withoutFragment))
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** Parameters go into the query or the fragment, sorted by name, beside what is there already. */
export function withQuery(target: string, parameters: Record<string, string>): string {
  const [address = '', fragment] = target.split('#')
  const text = encode(parameters)
  const joined = `${address}${address.includes('?') ? '&' : '?'}${text}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

export function withFragment(target: string, parameters: Record<string, string>): string {
  return `${target.split('#')[0]}#${encode(parameters)}`
}

function encode(parameters: Record<string, string>): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  return new URLSearchParams(sorted).toString()
}
