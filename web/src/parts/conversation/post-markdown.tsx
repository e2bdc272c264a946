// Renders a member's Markdown. Its HTML is dropped, the rest passes an allow list, links lead to the web or this site only, and no
// picture of another site is loaded, so that nobody learns who reads.
import { Quote } from 'lucide-react'
import type { ComponentProps, JSX } from 'react'
import Markdown, { type Components, defaultUrlTransform, type Options } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { type MarkdownWords, markdownParts } from '#ui/markdown/markdown-parts.tsx'
import { InstrumentMention } from './instrument-mention.tsx'
import { markedTree, preparedText } from './member-text.ts'
import { isOwnPicture, postTarget } from './post-address.ts'
import { RecordFigure } from './record-figure.tsx'
import { MaskedPart } from './shield.tsx'
import { SignalCard, SignalMention } from './signal-card.tsx'

type Given<Name extends keyof JSX.IntrinsicElements> = ComponentProps<Name> & {
  node?: { children?: readonly Node[] } | undefined
}
type Node = { type: string; tagName?: string; properties?: Record<string, unknown> }

const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !/^(input|section|picture|source)$/.test(name)),
  clobberPrefix: 'post-',
  protocols: { href: ['http', 'https', 'record'], src: ['https'] },
}

/** The address of a paragraph that is one link and nothing else. */
function lonelyAddress(node: Given<'p'>['node']): string | undefined {
  const [only, second] = node?.children ?? []
  const href = only?.tagName === 'a' && !second ? only.properties?.href : undefined
  return typeof href === 'string' ? href : undefined
}

const LINK = 'text-text underline decoration-line-strong underline-offset-3 hover:decoration-current'

function parts(words: MarkdownWords, fold: string): Components {
  const base = markdownParts(3, words)
  const Away = base.a as (props: Given<'a'>) => JSX.Element
  return {
    ...base,
    p: ({ children, node }: Given<'p'>) => {
      const lonely = postTarget(lonelyAddress(node))
      if (lonely?.kind === 'record') return <RecordFigure days={lonely.days} symbol={lonely.symbol} />
      if (lonely?.kind === 'signal') return <SignalCard name={lonely.name} href={lonely.href} />
      return (
        <p dir="auto" className="my-2">
          {children}
        </p>
      )
    },
    ul: ({ children }) => (
      <ul dir="auto" className="my-2 grid list-disc gap-1 pl-6 marker:text-faint">
        {children}
      </ul>
    ),
    ol: ({ children, start }) => (
      <ol dir="auto" start={start} className="my-2 grid list-decimal gap-1 pl-6 marker:text-faint">
        {children}
      </ol>
    ),
    blockquote: ({ children }) => <blockquote className={QUOTE}>{children}</blockquote>,
    details: ({ children }: Given<'details'>) => (
      <details className={QUOTE}>
        <summary className="flex cursor-pointer items-center gap-1.5 text-12 text-muted">
          <Quote size={12} strokeWidth={1.75} aria-hidden />
          {fold}
        </summary>
        {children}
      </details>
    ),
    data: ({ value, children }: Given<'data'>) => {
      const [kind, of = ''] = String(value).split(':')
      if (kind === 'mask') return <MaskedPart kind={of} />
      return <bdi className="rounded-key bg-raised px-1 font-medium">{children}</bdi>
    },
    a: ({ children, href, node }: Given<'a'>) => {
      const target = postTarget(href)
      const words = <bdi>{children}</bdi>
      const framed = node?.children?.some(({ tagName }) => tagName === 'img')
      if (!target || target.kind === 'record') return <span>{words}</span>
      if (target.kind === 'signal' && !framed) return <SignalMention name={target.name} href={target.href} />
      if (target.kind === 'instrument' && !framed) {
        return (
          <InstrumentMention symbol={target.symbol} href={target.href}>
            {words}
          </InstrumentMention>
        )
      }
      if (target.kind === 'away') return <Away href={target.href}>{words}</Away>
      return (
        <Link to={target.href} className={LINK}>
          {words}
        </Link>
      )
    },
    img: ({ src, alt }: Given<'img'>) =>
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

const QUOTE =
  'my-2 rounded-r-inner border-l-2 border-line-strong bg-well px-3 py-2 text-13 text-muted [&>p]:my-1 [&>p:first-child:has(>a:only-child)]:text-12 [&_a]:text-muted'

type PostMarkdownProps = { text: string; words: MarkdownWords; fold: string; className?: string | undefined }

/** `fold`: what a quotation within quotations is called while it is folded. */
export function PostMarkdown({ text, words, fold, className }: PostMarkdownProps) {
  const options: Options = {
    remarkPlugins: [remarkGfm],
    rehypePlugins: [[rehypeSanitize, SCHEMA], markedTree],
    skipHtml: true,
    urlTransform: (address) => (address.startsWith('record:') ? address : defaultUrlTransform(address)),
    components: parts(words, fold),
  }
  return (
    <div
      className={classNames(
        'max-w-170 text-16 leading-6 text-pretty wrap-anywhere proportional-nums lg:text-[0.9375rem] [&>:first-child]:mt-0 [&>:last-child]:mb-0',
        className,
      )}
    >
      {drawn(text, options)}
    </div>
  )
}

/** A text that cannot be read as Markdown is shown as it was written. */
function drawn(text: string, options: Options) {
  const prepared = preparedText(text)
  try {
    // A plain function without hooks: called here, so that its failure stays within this post.
    return Markdown({ ...options, children: keptLines(prepared) })
  } catch {
    return <p className="whitespace-pre-wrap">{prepared}</p>
  }
}

/** People mean their line breaks: two blanks keep them. Code and tables keep their lines anyway. */
const keptLines = (text: string): string => text.replace(/(\S)[^\S\n]*\n(?=[^\S\n]*\S)/g, '$1  \n')
