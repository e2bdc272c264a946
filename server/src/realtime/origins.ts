import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '../context.ts'
import { addressPattern } from '../http/address-pattern.ts'
import { isLoopback, isPublic } from '../http/public-site.ts'
import { given } from '../project-config.ts'

/**
 * Checks the origin of a websocket. Browsers let any page open one to any host, so a page of another site with a stolen
 * token must be refused here. Other clients send no origin; only their token counts.
 */
export function mayConnect({ project, publicUrl }: Context, { origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  const { allowed_origins: allowed } = project.realtime
  if (allowed.includes('*') || allowed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  // A page of this host, under whatever name.
  if (host !== undefined && page.host === host) return true
  if (isLoopback(page.hostname)) return !isPublic(publicUrl)
  const { site_url, additional_redirect_urls } = project.auth
  if ([publicUrl, given(site_url) ?? publicUrl].some((site) => originOf(site) === origin)) return true
  return additional_redirect_urls.some((entry) => {
    const [start] = /^https?:\/\/[^/]+/.exec(entry) ?? []
    return start !== undefined && addressPattern(start).test(origin)
  })
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)
