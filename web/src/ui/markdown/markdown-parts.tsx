import { ExternalLink, Square, SquareCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { ComputedFigure } from './computed-figure.tsx'
import { formulaOf } from './formula.ts'
import { FormulaView } from './formula-view.tsx'
import { imageAddress, linkTarget } from './markdown-address.ts'

export type MarkdownWords = Readonly<
  Record<'newWindow' | 'table' | 'done' | 'open' | 'notes' | 'back', string>
>

const HEADINGS = ['mt-8 mb-3 text-20', 'mt-6 mb-2 text-16', 'mt-6 mb-2 text-14'] as const

type Given<Own = unknown> = { children?: ReactNode } & Own

type Side = 'left' | 'center' | 'right' | undefined

export type MarkdownParts = ReturnType<typeof markdownParts>

/** The elements of a text in the brand's typography. */
export function markdownParts(under: number, words: MarkdownWords) {
  const heading = ({ depth, children }: Given<{ depth: number }>) => {
    const Tag = `h${Math.min(6, Math.max(2, under + depth))}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
    const looks = classNames(HEADINGS[Math.min(depth, HEADINGS.length) - 1], 'font-semibold tracking-title')
    return <Tag className={looks}>{children}</Tag>
  }
  const li = ({ children, id }: Given<{ id?: string }>) => (
    <li id={id} className="pl-1 [&>ol]:my-2 [&>p]:my-0 [&>ul]:my-2">
      {children}
    </li>
  )
  const ol = ({ children, start }: Given<{ start?: number }>) => (
    <ol
      start={start === 1 ? undefined : start}
      className="my-4 grid list-decimal gap-2 pl-6 marker:text-faint marker:tabular-nums"
    >
      {children}
    </ol>
  )
  return {
    heading,
    li,
    ol,
    p: ({ children }: Given) => <p className="my-4">{children}</p>,
    ul: ({ children, tasks }: Given<{ tasks: boolean }>) => (
      <ul className={classNames('my-4 grid gap-2 marker:text-faint', tasks ? 'list-none' : 'list-disc pl-6')}>
        {children}
      </ul>
    ),
    blockquote: ({ children }: Given) => (
      <blockquote className="my-4 border-l-2 border-line-strong pl-4 text-muted">{children}</blockquote>
    ),
    hr: () => <hr className="my-8 border-line" />,
    pre: ({ children }: Given) => (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys
        tabIndex={0}
        className="my-4 overflow-x-auto rounded-control border border-line bg-well p-4 text-13 [&_code]:bg-transparent [&_code]:p-0 [&_code]:text-13"
      >
        {children}
      </pre>
    ),
    code: ({ children }: { children: string }) => {
      const formula = formulaOf(children)
      if (formula !== null) return <FormulaView formula={formula} />
      return <code className="rounded-key bg-raised px-1 py-0.5 font-mono text-[0.875em]">{children}</code>
    },
    a: ({ children, href, id }: Given<{ href: string | undefined; id?: string }>) => {
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
    img: ({ src, alt }: { src: string | undefined; alt: string | null | undefined }) => {
      const address = imageAddress(src)
      return address ? (
        <img
          src={address}
          alt={alt ?? ''}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="my-4 max-h-120 max-w-full rounded-control border border-line"
        />
      ) : (
        <span className="text-muted">{alt}</span>
      )
    },
    task: ({ done }: { done: boolean }) => {
      const Box = done ? SquareCheck : Square
      return (
        <>
          <Box
            size={16}
            strokeWidth={1.75}
            className="mr-1.5 inline align-[-0.15em] text-muted"
            aria-hidden
          />
          <span className="sr-only">{done ? words.done : words.open} </span>
        </>
      )
    },
    table: ({ children }: Given) => (
      <section
        aria-label={words.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys
        tabIndex={0}
        className="my-4 overflow-x-auto rounded-control border border-line"
      >
        <table className="w-full border-separate border-spacing-0 text-14 tabular">{children}</table>
      </section>
    ),
    th: ({ children, align }: Given<{ align: Side }>) => (
      <th
        style={{ textAlign: align }}
        scope="col"
        className="border-b border-line px-3 py-2 text-left text-13 font-medium whitespace-nowrap text-muted"
      >
        {children}
      </th>
    ),
    td: ({ children, align }: Given<{ align: Side }>) => (
      <td
        style={{ textAlign: align }}
        className="border-b border-line px-3 py-2 in-[tr:last-child]:border-b-0"
      >
        {children}
      </td>
    ),
    sup: ({ children }: Given) => <sup className="text-12">{children}</sup>,
    notes: ({ children }: Given) => (
      <section className="mt-8 border-t border-line pt-4 text-14 text-muted [&>:first-child]:mt-0">
        {heading({ depth: 6, children: words.notes })}
        {ol({ children })}
      </section>
    ),
    back: ({ children, href }: Given<{ href: string }>) => (
      <a href={href} aria-label={words.back} className={LINK}>
        ↩{children && <sup className="text-12">{children}</sup>}
      </a>
    ),
  }
}

const LINK = 'text-text underline decoration-line-strong underline-offset-3 hover:decoration-current'
