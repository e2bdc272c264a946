// Markdown that somebody else wrote, made into elements. Its HTML is dropped, what remains passes a list of what is allowed,
// and an address that is neither of the web nor of this site leads nowhere.
import { useId } from 'react'
import Markdown, { type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { classNames } from '#ui/class-names.ts'
import { type MarkdownWords, markdownParts } from './markdown-parts.tsx'

type Props = {
  text: string
  under: 0 | 1 | 2 | 3 | 4
  breaks?: boolean
  className?: string | undefined
  words: MarkdownWords
}

const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  // Names are made by the footnotes alone and carry a prefix of their own.
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['https'] },
}

export default function MarkdownText({ text, under, breaks = false, className, words }: Props) {
  // Two texts on a page may have a footnote of the same name.
  const prefix = `md${useId()}-`
  const options: Options = {
    remarkPlugins: [remarkGfm],
    rehypePlugins: [[rehypeSanitize, SCHEMA]],
    remarkRehypeOptions: {
      clobberPrefix: prefix,
      footnoteLabel: words.notes,
      footnoteLabelTagName: 'h6',
      footnoteBackLabel: words.back,
    },
    skipHtml: true,
    components: markdownParts(under, words),
  }
  return (
    <div
      className={classNames(
        'max-w-160 text-16 text-pretty wrap-anywhere proportional-nums [&>:first-child]:mt-0 [&>:last-child]:mb-0',
        className,
      )}
    >
      <Markdown {...options}>{breaks ? keptLines(text) : text}</Markdown>
    </div>
  )
}

/** Two blanks before the end of a line are Markdown's own way to keep it; a block of code has its lines anyway. */
const keptLines = (text: string): string => text.replace(/(\S)[^\S\n]*\n(?=[^\S\n]*\S)/g, '$1  \n')
