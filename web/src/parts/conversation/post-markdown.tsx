// Draws a member's Markdown. Its HTML is not drawn, links lead to the web or this site only, and no picture of another site is loaded,
// so that nobody learns who reads.
import { Quote } from 'lucide-react'
import { createContext, type ReactNode, use, useId, useMemo } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { drawMarkdown } from '#ui/markdown/draw-markdown.tsx'
import { type MarkdownParts, type MarkdownWords, markdownParts } from '#ui/markdown/markdown-parts.tsx'
import { readMarkdown } from '#ui/markdown/markdown-tree.ts'
import { InstrumentMention } from './instrument-mention.tsx'
import { FOUND_MARK, markedNodes, preparedText } from './member-text.ts'
import { Mention } from './mention.tsx'
import { isOwnPicture, postTarget } from './post-address.ts'
import { RecordFigure } from './record-figure.tsx'
import { MaskedPart } from './shield.tsx'
import { SignalCard, SignalMention } from './signal-card.tsx'

const LINK = 'text-text underline decoration-line-strong underline-offset-3 hover:decoration-current'
const QUOTE =
  'my-2 rounded-r-inner border-l-2 border-line-strong bg-well px-3 py-2 text-13 text-muted [&>p]:my-1 [&>p:first-child:has(>a:only-child)]:text-12 [&_a]:text-muted'

/** The quotations that stay open; deeper ones fold. */
const OPEN_QUOTES = 2
const Depth = createContext(0)

function Quotation({ fold, children }: { fold: string; children?: ReactNode }) {
  const depth = use(Depth) + 1
  const inside = <Depth value={depth}>{children}</Depth>
  if (depth <= OPEN_QUOTES) return <blockquote className={QUOTE}>{inside}</blockquote>
  return (
    <details className={QUOTE}>
      <summary className="flex cursor-pointer items-center gap-1.5 text-12 text-muted">
        <Quote size={12} strokeWidth={1.75} aria-hidden />
        {fold}
      </summary>
      {inside}
    </details>
  )
}

type LinkProps = { href: string | undefined; children?: ReactNode; Away: MarkdownParts['a'] }

/** A link of a text, or what was found in it (`markedNodes()`). */
function PostLink({ href, children, Away }: LinkProps) {
  const [, word = '', of = ''] = href?.startsWith(FOUND_MARK)
    ? (/^.([a-z]+):([\s\S]*)$/.exec(href) ?? [])
    : []
  if (word === 'mask') return <MaskedPart kind={of} />
  if (word === 'mention') return <Mention handle={of} />
  const target = postTarget(word ? of : href)
  if (word === 'card') {
    if (target?.kind === 'record') return <RecordFigure days={target.days} symbol={target.symbol} />
    if (target?.kind === 'signal') return <SignalCard name={target.name} href={target.href} />
    return (
      <p dir="auto" className="my-2">
        <PostLink href={of} Away={Away}>
          {children}
        </PostLink>
      </p>
    )
  }
  const words = <bdi>{children}</bdi>
  if (!target || target.kind === 'record') return <span>{words}</span>
  if (word !== 'framed') {
    if (target.kind === 'signal') return <SignalMention name={target.name} href={target.href} />
    if (target.kind === 'instrument') {
      return (
        <InstrumentMention symbol={target.symbol} href={target.href}>
          {words}
        </InstrumentMention>
      )
    }
  }
  if (target.kind === 'away') return <Away href={target.href}>{words}</Away>
  return (
    <Link to={target.href} className={LINK}>
      {words}
    </Link>
  )
}

function postParts(words: MarkdownWords, fold: string): MarkdownParts {
  const base = markdownParts(3, words)
  return {
    ...base,
    p: ({ children }) => (
      <p dir="auto" className="my-2">
        {children}
      </p>
    ),
    ul: ({ children, tasks }) => (
      <ul
        dir="auto"
        className={classNames('my-2 grid gap-1 marker:text-faint', tasks ? 'list-none' : 'list-disc pl-6')}
      >
        {children}
      </ul>
    ),
    ol: ({ children, start }) => (
      <ol dir="auto" start={start} className="my-2 grid list-decimal gap-1 pl-6 marker:text-faint">
        {children}
      </ol>
    ),
    blockquote: ({ children }) => <Quotation fold={fold}>{children}</Quotation>,
    a: ({ children, href }) => (
      <PostLink href={href} Away={base.a}>
        {children}
      </PostLink>
    ),
    img: ({ src, alt }) =>
      isOwnPicture(src) ? (
        <img
          src={src}
          alt={alt ?? ''}
          loading="lazy"
          decoding="async"
          className="my-2 max-h-120 max-w-full rounded-control border border-line"
        />
      ) : (
        <span className="text-muted">{alt}</span>
      ),
  }
}

type PostMarkdownProps = { text: string; words: MarkdownWords; fold: string; className?: string | undefined }

/** `fold`: what a quotation within quotations is called while it is folded. */
export function PostMarkdown({ text, words, fold, className }: PostMarkdownProps) {
  const prefix = `post${useId()}-`
  const drawn = useMemo(() => {
    const prepared = preparedText(text)
    try {
      const tree = readMarkdown(keptLines(prepared))
      return drawMarkdown({ ...tree, nodes: markedNodes(tree.nodes) }, postParts(words, fold), prefix)
    } catch {
      // A text that cannot be read as Markdown is shown as it was written.
      return <p className="whitespace-pre-wrap">{prepared}</p>
    }
  }, [text, words, fold, prefix])
  return (
    <div
      className={classNames(
        'max-w-170 text-16 leading-6 text-pretty wrap-anywhere proportional-nums lg:text-[0.9375rem] [&>:first-child]:mt-0 [&>:last-child]:mb-0',
        className,
      )}
    >
      {drawn}
    </div>
  )
}

/** People mean their line breaks: two blanks keep them. Code and tables keep their lines anyway. */
const keptLines = (text: string): string => text.replace(/(\S)[^\S\n]*\n(?=[^\S\n]*\S)/g, '$1  \n')
