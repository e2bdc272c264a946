// Renders untrusted Markdown: only elements that `markdownParts()` has are drawn, and links to anything but the web or this site lead
// nowhere.
import { useId, useMemo } from 'react'
import { classNames } from '#ui/class-names.ts'
import { ALL, drawMarkdown } from './draw-markdown.tsx'
import { keepFormulas } from './formula.ts'
import { type MarkdownWords, markdownParts } from './markdown-parts.tsx'
import { treeOf } from './read-trees.ts'

type Props = {
  text: string
  under: 0 | 1 | 2 | 3 | 4
  breaks?: boolean
  isPage?: boolean
  className?: string | undefined
  words: MarkdownWords
}

/** Reads a text before it is drawn. */
export const readText = (text: string): void => void treeOf(keepFormulas(text))

/** Letters that fill a first screen, and a few more. */
const ENOUGH = 1400

export default function MarkdownText({
  text,
  under,
  breaks = false,
  isPage = false,
  className,
  words,
}: Props) {
  // Two texts on a page may have footnotes of the same name.
  const prefix = `md${useId()}-`
  const drawn = useMemo(() => {
    const tree = treeOf(keepFormulas(breaks ? keptLines(text) : text))
    return drawMarkdown(tree, markdownParts(under, words), prefix, isPage ? ENOUGH : ALL)
  }, [text, under, breaks, isPage, words, prefix])
  return (
    <div
      className={classNames(
        'max-w-160 text-16 text-pretty wrap-anywhere proportional-nums [&>:first-child]:mt-0 [&>:last-child]:mb-0',
        className,
      )}
    >
      {drawn}
    </div>
  )
}

/** Two blanks at the end of a line are Markdown's way to keep the break; code blocks keep their lines anyway. */
const keptLines = (text: string): string => text.replace(/(\S)[^\S\n]*\n(?=[^\S\n]*\S)/g, '$1  \n')
