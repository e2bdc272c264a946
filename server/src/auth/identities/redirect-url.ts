import type { FastifyRequest } from 'fastify'
import { addressPattern } from '../../http/address-pattern.ts'
import { isLoopback } from '../../http/public-site.ts'
import { queryValue } from '../request-body.ts'

/**
 * Where a link may redirect: the site itself, an entry of the project's allow list and, while the site is not public,
 * loopback addresses. Any other target is silently replaced by the site's address, so that no link leaks a session.
 */
export type RedirectSettings = {
  site_url: string
  additional_redirect_urls: string[]
  /** On a public site, a loopback address is some other program on the reader's own machine. */
  public_site: boolean
}

/** The request's redirect target, if allowed. */
export function redirectFor(settings: RedirectSettings, request: FastifyRequest): string {
  const { redirect_to: header, referer } = request.headers
  return redirectTarget(settings, [header?.toString(), queryValue(request, 'redirect_to'), referer])
}

/** The first allowed candidate, else the site's address. */
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
    // Browsers and other parsers disagree about backslashes and user info, so both are refused.
    if (wish.includes('\\') || url.username || url.password) return false
    if (site && url.protocol === site.protocol && url.host === site.host) return true
    if (isLoopback(url.hostname)) {
      if (public_site) return false
      // Any port for loopback IP addresses; names only as listed.
      if (!url.hostname.endsWith('localhost')) return true
    }
  }
  const withoutFragment = wish.split('#')[0] as string
  return additional_redirect_urls.some((glob) => addressPattern(glob).test(withoutFragment))
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** Adds parameters to the query or fragment, sorted by name, keeping existing ones. */
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
