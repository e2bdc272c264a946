import { threadAddress } from '../addresses.ts'

const LONGEST = 600

/** A post, or the words chosen in it, as a quotation that leads back to it. Quotations within it are left out. */
export function quoted(
  thread: string,
  post: { position: number; body: string },
  name: string,
  chosen = '',
): string {
  const words = (chosen.trim() || ownWords(post.body)).slice(0, LONGEST).trim()
  const author = name.replace(/[[\]]/g, '')
  const lines = words.split('\n').map((line) => `> ${line}`.trimEnd())
  return [`> [${author}](${threadAddress(thread, post.position)})`, '>', ...lines, '', ''].join('\n')
}

/** What a post says itself, without the quotations in it. */
export const ownWords = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !/^ {0,3}>/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
