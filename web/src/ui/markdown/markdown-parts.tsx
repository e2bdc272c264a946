import { ExternalLink, Square, SquareCheck } from 'lucide-react'
import type { ComponentProps, JSX } from 'react'
import type { Components } from 'react-markdown'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { ComputedFigure } from './computed-figure.tsx'
import { formulaOf } from './formula.ts'
import { FormulaView } from './formula-view.tsx'
import { linkTarget } from './markdown-address.ts'

export type MarkdownWords = Readonly<
  Record<'newWindow' | 'table' | 'done' | 'open' | 'notes' | 'back', string>
>

const HEADINGS = ['mt-8 mb-3 text-20', 'mt-6 mb-2 text-16', 'mt-6 mb-2 text-14'] as const

type Given<Name extends keyof JSX.IntrinsicElements> = ComponentProps<Name> & { node?: unknown }

/** The elements of a text in the brand's typography. */
export function markdownParts(under: number, words: MarkdownWords): Components {
  const heading = (depth: number) => {
    const Tag = `h${Math.min(6, Math.max(2, under + depth))}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
    const looks = classNames(HEADINGS[Math.min(depth, HEADINGS.length) - 1], 'font-semibold tracking-title')
    return ({ children, id }: Given<'h1'>) => (
      <Tag id={id} className={looks}>
        {children}
      </Tag>
    )
  }
  return {
    h1: heading(1),
    h2: heading(2),
    h3: heading(3),
    h4: heading(4),
    h5: heading(5),
    h6: heading(6),
    p: ({ children }) => <p className="my-4">{children}</p>,
    ul: ({ children, className }) => (
      <ul
        className={classNames(
          'my-4 grid gap-2 marker:text-faint',
          className?.includes('task') ? 'list-none' : 'list-disc pl-6',
        )}
      >
        {children}
      </ul>
    ),
    ol: ({ children, start }) => (
      <ol start={start} className="my-4 grid list-decimal gap-2 pl-6 marker:text-faint marker:tabular-nums">
        {children}
      </ol>
    ),
    li: ({ children, id }) => (
      <li id={id} className="pl-1 [&>ol]:my-2 [&>p]:my-0 [&>ul]:my-2">
        {children}
      </li>
    ),
    blockquote: ({ children }) => (
      <blockquote className="my-4 border-l-2 border-line-strong pl-4 text-muted">{children}</blockquote>
    ),
    hr: () => <hr className="my-8 border-line" />,
    pre: ({ children }) => (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys
        tabIndex={0}
        className="my-4 overflow-x-auto rounded-control border border-line bg-well p-4 text-13 [&_code]:bg-transparent [&_code]:p-0 [&_code]:text-13"
      >
        {children}
      </pre>
    ),
    code: ({ children }) => {
      const formula = typeof children === 'string' ? formulaOf(children) : null
      if (formula !== null) return <FormulaView formula={formula} />
      return <code className="rounded-key bg-raised px-1 py-0.5 font-mono text-[0.875em]">{children}</code>
    },
    a: ({ children, href, id }: Given<'a'>) => {
      const target = linkTarget(href)
      if (!target) return <span>{children}</span>
      if (target.kind === 'figure') return <ComputedFigure quotation={target.href}>{children}</ComputedFigure>
      if (target.kind === 'here') {
        // A footnote's mark is a link within the page, which the router does not handle.
        if (target.href.startsWith('#')) {
          return (
            <a id={id} href={target.href} className={LINK}>
              {children}
            </a>
          )
        }
        return <Link to={target.href}>{children}</Link>
      }
      if (target.kind === 'mail') {
        return (
          <a href={target.href} className={LINK}>
            {children}
          </a>
        )
      }
      return (
        <a href={target.href} target="_blank" rel="noopener noreferrer nofollow ugc" className={LINK}>
          {children}
          <ExternalLink
            size={12}
            strokeWidth={1.75}
            className="ml-0.5 inline align-baseline text-faint"
            aria-hidden
          />
          <span className="sr-only"> ({words.newWindow})</span>
        </a>
      )
    },
    img: ({ src, alt }: Given<'img'>) =>
      src ? (
        <img
          src={src}
          alt={alt ?? ''}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="my-4 max-h-120 max-w-full rounded-control border border-line"
        />
      ) : (
        <span className="text-muted">{alt}</span>
      ),
    input: ({ checked }: Given<'input'>) => {
      const Box = checked ? SquareCheck : Square
      return (
        <>
          <Box
            size={16}
            strokeWidth={1.75}
            className="mr-1.5 inline align-[-0.15em] text-muted"
            aria-hidden
          />
          <span className="sr-only">{checked ? words.done : words.open} </span>
        </>
      )
    },
    table: ({ children }) => (
      <section
        aria-label={words.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys
        tabIndex={0}
        className="my-4 overflow-x-auto rounded-control border border-line"
      >
        <table className="w-full border-separate border-spacing-0 text-14 tabular">{children}</table>
      </section>
    ),
    th: ({ children, style }) => (
      <th
        style={style}
        scope="col"
        className="border-b border-line px-3 py-2 text-left text-13 font-medium whitespace-nowrap text-muted"
      >
        {children}
      </th>
    ),
    td: ({ children, style }) => (
      <td style={style} className="border-b border-line px-3 py-2 in-[tr:last-child]:border-b-0">
        {children}
      </td>
    ),
    sup: ({ children }) => <sup className="text-12">{children}</sup>,
    section: ({ children }) => (
      <section className="mt-8 border-t border-line pt-4 text-14 text-muted [&>:first-child]:mt-0">
        {children}
      </section>
    ),
  }
}

const LINK = 'text-text underline decoration-line-strong underline-offset-3 hover:decoration-current'
