// The link in a mail. Mail scanners open every URL, so a link that confirms on opening would be used up before its recipient
// clicks it: ours leads to a page that asks for a click. Its parameters follow the `#`, which browsers do not send.

export type LinkData = {
  /** The link as the auth service wrote it. */
  ConfirmationURL?: string
  /** What the link confirms, and where it redirects. */
  TokenHash?: string
  RedirectTo?: string
}

/** The `type` of POST /verify for each template. */
const TYPES: Readonly<Record<string, string>> = {
  confirmation: 'signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change: 'email_change',
}

/** The link for a mail; null if it has none. A link that redirects to another application is kept unchanged. */
export function confirmingLink(template: string, data: LinkData, siteUrl: string): string | null {
  const { ConfirmationURL: own = null, TokenHash: hash, RedirectTo: target } = data
  const type = TYPES[template]
  if (!type || !hash) return own
  const site = target ? siteOf(target, siteUrl) : siteUrl
  if (!site) return own
  const next = target ? target.slice(new URL(target).origin.length) : ''
  return `${site}/confirm#token_hash=${hash}&type=${type}${next && `&next=${encodeURIComponent(next)}`}`
}

/** The site's origin as the person uses it: the configured one, or another loopback name. */
function siteOf(target: string, siteUrl: string): string | null {
  if (!URL.canParse(target)) return null
  const [wanted, site] = [new URL(target), new URL(siteUrl)]
  const samePort = wanted.port === site.port && wanted.protocol === site.protocol
  const local = samePort && [wanted, site].every(({ hostname }) => LOOPBACK.includes(hostname))
  return wanted.origin === site.origin || local ? wanted.origin : null
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
