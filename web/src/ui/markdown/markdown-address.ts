const HERE = 'https://here.invalid'

/**
 * The destination of a link: within this site, a mail or another site, or the figure that a text quotes (`calc:`); null for
 * everything else, such as the assumption of an example (`given:`).
 */
export function linkTarget(
  href: string | undefined,
): { kind: 'here' | 'mail' | 'away' | 'figure'; href: string } | null {
  if (!href) return null
  if (href.startsWith('calc:')) return { kind: 'figure', href: href.slice(5) }
  if (href.startsWith('#')) return { kind: 'here', href }
  // Browsers treat `/\x` and `/<tab>/x` as another site, so the browser's parser decides, not the text.
  if (!URL.canParse(href, HERE)) return null
  const { protocol, origin, pathname, search, hash } = new URL(href, HERE)
  if (protocol === 'mailto:') return { kind: 'mail', href }
  if (origin === HERE) return { kind: 'here', href: `${pathname}${search}${hash}` }
  return protocol === 'https:' || protocol === 'http:' ? { kind: 'away', href } : null
}

/** The address of an image of this site or of one that is read over https; null for everything else. */
export const imageAddress = (src: string | undefined): string | null =>
  src && URL.canParse(src, HERE) && new URL(src, HERE).protocol === 'https:' ? src : null
