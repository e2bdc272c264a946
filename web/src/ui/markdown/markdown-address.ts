const HERE = 'https://here.invalid'

/** The destination of a link: within this site, a mail or another site; null for everything else. */
export function linkTarget(
  href: string | undefined,
): { kind: 'here' | 'mail' | 'away'; href: string } | null {
  if (!href) return null
  if (href.startsWith('#')) return { kind: 'here', href }
  // Browsers treat `/\x` and `/<tab>/x` as another site, so the browser's parser decides, not the text.
  if (!URL.canParse(href, HERE)) return null
  const { protocol, origin, pathname, search, hash } = new URL(href, HERE)
  if (protocol === 'mailto:') return { kind: 'mail', href }
  if (origin === HERE) return { kind: 'here', href: `${pathname}${search}${hash}` }
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'away', href } : null
}
