// Prepares a member's text for display. What could disturb the page around it is taken out before Markdown is read, and what only
// members write (mentions, masked parts, addresses of signals) is found afterwards, in text that was already made safe.
import type { ExtraProps } from 'react-markdown'

type Element = NonNullable<ExtraProps['node']>
type ElementContent = Element['children'][number]

/** Marks that reverse or hide what is around them. Those that join letters and emoji stay. */
const INVISIBLE = /[\u00ad\u200b\u2060\u202a-\u202e\u2061-\u2069\ufeff]/g
/** More marks over one letter than any language has. */
const STACKED = /(\p{M}{4})\p{M}+/gu
/** What opens a quotation or a list at the beginning of a line. */
const OPENING = /(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))/g
const LINE_OPENINGS = new RegExp(`^(?:${OPENING.source})+`)
/** Deeper than anybody writes by hand. */
const DEEPEST = 6
/** The quotations that stay open; deeper ones fold. */
const OPEN_QUOTES = 2

/** A name or a title: one line, without marks that change its neighbours. */
export const plainLine = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(STACKED, '$1')
    .replace(/\s+/g, ' ')
    // A sign after a blank, as French has them, must not begin a line.
    .replace(/ (?=[:;!?»])/g, '\u00a0')
    .trim()

export const preparedText = (text: string): string =>
  text.replace(INVISIBLE, '').replace(STACKED, '$1').split('\n').map(shallowLine).join('\n')

function shallowLine(line: string): string {
  const [opening] = LINE_OPENINGS.exec(line) ?? []
  const marks = opening?.match(OPENING)
  if (!opening || !marks || marks.length <= DEEPEST) return line
  return marks.slice(0, DEEPEST).join('') + line.slice(opening.length)
}

const FOUND =
  /⟦(?<mask>[a-z_-]{1,30})⟧|(?<![\w@./-])@(?<handle>[a-z0-9][a-z0-9_.-]{1,30}[a-z0-9])|(?<![\w./])\/signaux\?signal=(?<signal>\d{1,15})\b/g

/** Handles in a text, outside code, in the order in which they appear. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(FOUND)].flatMap(({ groups }) => groups?.handle ?? [])),
]

/**
 * Marks what members write in a tree that is safe already: mentions and masks become `data` elements with a value such as
 * `mention:theo`, addresses of our own signals become links, and quotations within quotations fold.
 */
export const markedTree = () => (tree: { children: unknown[] }) => {
  tree.children = marked(tree.children as ElementContent[], 0)
}

function marked(nodes: readonly ElementContent[], quotes: number): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return pieces(node.value)
    if (node.type !== 'element' || /^(a|code|pre)$/.test(node.tagName)) return [node]
    const depth = quotes + (node.tagName === 'blockquote' ? 1 : 0)
    const children = marked(node.children, depth)
    const folds = node.tagName === 'blockquote' && depth > OPEN_QUOTES
    return [{ ...node, ...(folds ? { tagName: 'details' } : {}), children }]
  })
}

function pieces(text: string): ElementContent[] {
  const found: ElementContent[] = []
  let end = 0
  for (const match of text.matchAll(FOUND)) {
    if (match.index > end) found.push({ type: 'text', value: text.slice(end, match.index) })
    found.push(pieceOf(match))
    end = match.index + match[0].length
  }
  if (end < text.length) found.push({ type: 'text', value: text.slice(end) })
  return found
}

function pieceOf({ 0: text, groups = {} }: RegExpMatchArray): Element {
  const children = [{ type: 'text' as const, value: text }]
  if (groups.signal)
    return {
      type: 'element',
      tagName: 'a',
      properties: { href: `/signaux?signal=${groups.signal}` },
      children,
    }
  const value = groups.mask ? `mask:${groups.mask}` : `mention:${groups.handle}`
  return { type: 'element', tagName: 'data', properties: { value }, children }
}
