/** What fills a first screen, and a little more. */
const ENOUGH = 1400

/**
 * The first paragraphs of a long text, which are drawn before the rest of it is read; the whole text where that would draw them
 * differently: what they refer to may be defined at its end.
 */
export function openingOf(text: string): string {
  if (text.length < 2 * ENOUGH || /^ {0,3}\[[^\]]+\]:/m.test(text)) return text
  let end = 0
  let fence = false
  for (const block of text.split(/\n(?:[ \t]*\n)+/)) {
    const marks = block.match(/^ {0,3}(?:`{3,}|~{3,}|\$\$)/gm)?.length ?? 0
    fence = fence !== (marks % 2 === 1)
    end = text.indexOf(block, end) + block.length
    if (!fence && end >= ENOUGH) return text.slice(0, end)
  }
  return text
}
