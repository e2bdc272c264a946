import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { type Answer, sufficedQuery } from './help-queries.ts'
import { highlighted } from './highlight.ts'

/** Below it a share says more about chance than about the article. */
const ENOUGH = 20

type Props = {
  answers: readonly Answer[]
  /** What was typed: its words are marked too, since a beginning of a word finds the whole. */
  query: string
  /** Opens an article here; without it a row leads to the help centre. */
  onOpen?: (slug: string) => void
}

/** Articles that answer, best first, with the words that they answer to and for how many they sufficed. */
export function AnswerRows({ answers, query, onOpen }: Props) {
  const { t } = useTranslation('help')
  const { data: sufficed } = useQuery(sufficedQuery)
  const open = (slug: string) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (!onOpen || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(slug)
  }
  return (
    <ul className="divide-y divide-line">
      {answers.map(({ slug, title, summary, minutes, words }) => {
        const figure = sufficed?.find((one) => one.slug === slug)
        const marks = `${query} ${words.join(' ')}`
        return (
          <li key={slug}>
            <Link
              to={`/aide?article=${slug}`}
              onClick={open(slug)}
              className="block px-4 py-3 -outline-offset-2 transition-colors hover:bg-raised/40 md:px-5"
            >
              <h3 className="font-medium">
                <Marked text={title} words={marks} />
              </h3>
              <p className="mt-0.5 text-pretty text-muted">
                <Marked text={summary} words={marks} />
              </p>
              <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-13 text-muted">
                <span>{t('length', { minutes })}</span>
                {figure && figure.opened >= ENOUGH && (
                  <span className="text-gain">{t('sufficed', figure)}</span>
                )}
              </p>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Marked({ text, words }: { text: string; words: string }) {
  return highlighted(text, words).map((part, place) =>
    part.hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <mark key={place} className="rounded-inner bg-info-tint text-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
