// Renders untrusted Markdown. Its HTML is dropped, the rest passes an allow list, and links to anything but the web or this
// site lead nowhere.
import { useId } from 'react'
import Markdown, { defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { classNames } from '#ui/class-names.ts'
import { keepFormulas } from './formula.ts'
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
  // Only footnotes create ids, with a prefix of their own.
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto', 'calc'], src: ['https'] },
}

export default function MarkdownText({ text, under, breaks = false, className, words }: Props) {
  // Two texts on a page may have footnotes of the same name.
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
    urlTransform: (address) => (address.startsWith('calc:') ? address : defaultUrlTransform(address)),
    components: markdownParts(under, words),
  }
  return (
    <div
      className={classNames(
        'max-w-160 text-16 text-pretty wrap-anywhere proportional-nums [&>:first-child]:mt-0 [&>:last-child]:mb-0',
        className,
      )}
    >
      <Markdown {...options}>{keepFormulas(breaks ? keptLines(text) : text)}</Markdown>
    </div>
  )
}

/** Two blanks at the end of a line are Markdown's way to keep the break; code blocks keep their lines anyway. */
const keptLines = (text: string): string => text.replace(/(\S)[^\S\n]*\n(?=[^\S\n]*\S)/g, '$1  \n')
