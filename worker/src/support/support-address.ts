// The address of support: `name@domain`, of which each ticket has its own form, `name+<token>@domain`. The token also stands in the thread's
// Message-ID, for mailboxes that answer the sender and not the Reply-To.

export type SupportAddress = { name: string; domain: string }

/** Parses `name@domain`. Throws a RangeError for anything else, and for a name with a plus sign. */
export function readSupportAddress(setting: string): SupportAddress {
  const [, name, domain] = /^([^\s@+<>"]{1,40})@([a-z0-9.-]{1,200})$/i.exec(setting.trim()) ?? []
  if (!name || !domain)
    throw new RangeError('expected an address without a plus sign, such as support@vigie.example')
  return { name: name.toLowerCase(), domain: domain.toLowerCase() }
}

export const addressOf = ({ name, domain }: SupportAddress): string => `${name}@${domain}`

/** Where a ticket's member replies to. */
export const replyAddress = ({ name, domain }: SupportAddress, token: string): string =>
  `${name}+${token}@${domain}`

/** The message that all mails of a ticket refer to, so that mailboxes show them as one conversation. */
export const threadId = ({ domain }: SupportAddress, token: string): string => `<t.${token}@${domain}>`

/** The token in addresses or in the ids of `References` and `In-Reply-To`; null where there is none, or two that differ. */
export function tokenIn(support: SupportAddress, places: readonly string[]): string | null {
  const domain = support.domain.replaceAll('.', '\\.')
  const name = support.name.replaceAll(/[.*?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?:^|[\\s,<:])(?:${name}\\+|t\\.)([0-9a-f]{32})@${domain}(?=$|[\\s,>;])`, 'gi')
  const found = new Set<string>()
  for (const place of places)
    for (const [, token] of place.matchAll(pattern)) if (token) found.add(token.toLowerCase())
  return found.size === 1 ? ([...found][0] ?? null) : null
}
