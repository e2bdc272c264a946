// Owns where the link of a mail leads. Scanners of mailboxes open every address they find, and an address that confirms by being
// opened is used up before its reader sees it: ours leads to a page that asks for a click. What the page needs is behind the `#`,
// which browsers keep to themselves.

export type LinkData = {
  /** The link as the service wrote it. */
  ConfirmationURL?: string
  /** What the link confirms with, and where it leads on. */
  TokenHash?: string
  RedirectTo?: string
}

/** What POST /verify calls what each template asks to confirm. */
const TYPES: Readonly<Record<string, string>> = {
  confirmation: 'signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change: 'email_change',
}

/** The link of a mail; null when it has none of its own. A link that leads on to another application stays the service's own. */
export function confirmingLink(template: string, data: LinkData, siteUrl: string): string | null {
  const { ConfirmationURL: own = null, TokenHash: hash, RedirectTo: target } = data
  const type = TYPES[template]
  if (!type || !hash) return own
  const site = target ? siteOf(target, siteUrl) : siteUrl
  if (!site) return own
  const next = target ? target.slice(new URL(target).origin.length) : ''
  return `${site}/confirm#token_hash=${hash}&type=${type}${next && `&next=${encodeURIComponent(next)}`}`
}

/** The site's origin as the person uses it: its own, or another name of this machine. */
function siteOf(target: string, siteUrl: string): string | null {
  if (!URL.canParse(target)) return null
  const [wanted, site] = [new URL(target), new URL(siteUrl)]
  const samePort = wanted.port === site.port && wanted.protocol === site.protocol
  const local = samePort && [wanted, site].every(({ hostname }) => LOOPBACK.includes(hostname))
  return wanted.origin === site.origin || local ? wanted.origin : null
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
