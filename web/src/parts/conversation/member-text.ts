// Prepares a member's text for display. What could disturb the page around it is taken out before Markdown is read, and what only
// members write (mentions, masked parts, addresses of signals) is found afterwards, in text that was already made safe.
import type { MarkdownNode } from '#ui/markdown/markdown-tree.ts'

/** Marks that reverse or hide what is around them. Those that join letters and emoji stay. */
const INVISIBLE = /[\u00ad\u200b\u2060\u202a-\u202e\u2061-\u2069\ufeff]/g
/** More marks over one letter than any language has. */
const STACKED = /(\p{M}{4})\p{M}+/gu
/** What opens a quotation or a list at the beginning of a line. */
const OPENING = /(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))/g
const LINE_OPENINGS = new RegExp(`^(?:${OPENING.source})+`)
/** Deeper than anybody writes by hand. */
const DEEPEST = 6

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

/** Begins the addresses of what is found here: no text holds it, for Markdown replaces it. */
export const FOUND_MARK = '\0'

/**
 * Marks what members write in a tree that was read: mentions, masks and addresses of our own signals become links, and a paragraph
 * that is one link and nothing else becomes that link. Addresses begin with `FOUND_MARK` and a word: `mention:theo`, `mask:contact`,
 * `card:…`, or `framed:…` where a picture is what is linked.
 */
export const markedNodes = (nodes: readonly MarkdownNode[]): MarkdownNode[] => nodes.flatMap(marked)

function marked(node: MarkdownNode): MarkdownNode[] {
  if (node.type === 'text') return pieces(node.value)
  if (node.type === 'paragraph' && node.children.length === 1 && node.children[0]?.type === 'link') {
    const [link] = node.children
    if (!isFramed(link)) return [{ ...link, url: `${FOUND_MARK}card:${link.url}` }]
  }
  if (node.type === 'link')
    return [isFramed(node) ? { ...node, url: `${FOUND_MARK}framed:${node.url}` } : node]
  if (!('children' in node)) return [node]
  return [{ ...node, children: markedNodes(node.children as MarkdownNode[]) } as MarkdownNode]
}

const isFramed = ({ children }: { children: readonly { type: string }[] }) =>
  children.some(({ type }) => type === 'image' || type === 'imageReference')

function pieces(text: string): MarkdownNode[] {
  const found: MarkdownNode[] = []
  let end = 0
  for (const match of text.matchAll(FOUND)) {
    if (match.index > end) found.push({ type: 'text', value: text.slice(end, match.index) })
    found.push(linkOf(match))
    end = match.index + match[0].length
  }
  if (end < text.length) found.push({ type: 'text', value: text.slice(end) })
  return found
}

function linkOf({ 0: text, groups = {} }: RegExpMatchArray): MarkdownNode {
  const { mask, handle, signal } = groups
  const url = signal
    ? `/signaux?signal=${signal}`
    : `${FOUND_MARK}${mask ? `mask:${mask}` : `mention:${handle}`}`
  return { type: 'link', url, children: [{ type: 'text', value: text }] }
}
