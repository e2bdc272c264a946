// The words of a mail that has only HTML. What it gives is shown as text, so nothing depends on its finding every tag.

const BREAKS = /<(?:br|hr)\b[^>]*>|<\/(?:p|div|li|tr|h[1-6]|blockquote|table|ul|ol)\s*>/gi
const UNSEEN = /<!--[\s\S]*?(?:-->|$)|<(script|style|head|title|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Text with a line for each block; tags, scripts and comments are gone, entities are letters. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(BREAKS, '\n')
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(
      /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi,
      (written, name: string) => letterOf(name) ?? written,
    )
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function letterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : undefined
}
