import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, SearchX } from 'lucide-react'
import { Fragment, type ReactNode, useDeferredValue } from 'react'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { EmptyState } from '#ui/states.tsx'
import { CompareBar } from './comparison/compare-bar.tsx'
import { type ComparedFact, Comparison } from './comparison/comparison.tsx'
import { useCompared } from './comparison/use-compared.tsx'
import { FictitiousBadge } from './fictitious-badge.tsx'
import { GuideSkeleton } from './guide-skeleton.tsx'
import { RiskNote } from './risk-note.tsx'

type Word =
  | 'title'
  | 'purpose'
  | 'risk'
  | 'count'
  | 'criterion'
  | 'empty.title'
  | 'empty.text'
  | 'none.title'
  | 'none.text'
  | 'compare.oneMore'
  | 'compare.title'

type Listed = { slug: string; name: string; fictitious: boolean }

type Props<Item extends Listed> = {
  /** The guide's own texts. */
  t: (word: Word, values?: { count: number }) => string
  icon: LucideIcon
  /** The mark that leads to the article about it. */
  help: ReactNode
  query: UseQueryResult<Item[]>
  /** The search parameter of the open entry. */
  parameter: string
  matches: (item: Item) => boolean
  /** The shown entries in the guide's order. */
  ranked: (items: readonly Item[]) => readonly Item[]
  onReset: () => void
  filterBar: (items: readonly Item[]) => ReactNode
  /** A row of the list, with the address that opens its detail and the box that adds it to the comparison. */
  row: (item: Item, to: string, compare: ReactNode) => ReactNode
  details: (item: Item) => ReactNode
  /** What the comparison shows of each entry. */
  facts: readonly ComparedFact<Item>[]
}

/** A guide to companies: its criteria, filters, list, detail and comparison, all of it in the address. */
export function Guide<Item extends Listed>({ t, icon: Icon, query, ...parts }: Props<Item>) {
  const { t: guides } = useTranslation('guides')
  const [search, setSearch] = useSearchParams()
  // A long list renders in slices, between which the page responds.
  const read = useDeferredValue(query.data)
  const items = read ?? []
  const shown = parts.ranked(items.filter(parts.matches))
  const opened = search.get(parts.parameter)
  const item = items.find(({ slug }) => slug === opened)
  const compared = useCompared(items)
  const addressOf = (slug: string | null) => withParameters(search, { [parts.parameter]: slug })

  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
      <header className="mb-4">
        <div className="flex items-center gap-2.5">
          <PageTitle>{t('title')}</PageTitle>
          {parts.help}
        </div>
        <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
      </header>
      <RiskNote className="mb-4">{t('risk')}</RiskNote>
      {query.isLoadingError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : read === undefined ? (
        <GuideSkeleton />
      ) : items.length === 0 ? (
        <EmptyState icon={<Icon size={20} strokeWidth={1.75} aria-hidden />} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      ) : (
        <>
          {parts.filterBar(items)}
          <p className="mt-3 mb-3 text-13 text-pretty text-muted">
            <span role="status" className="font-medium text-text">
              {t('count', { count: shown.length })}
            </span>{' '}
            {t('criterion')}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              icon={<SearchX size={20} strokeWidth={1.75} aria-hidden />}
              title={t('none.title')}
              action={<Button onClick={parts.onReset}>{guides('filters.reset')}</Button>}
            >
              {t('none.text')}
            </EmptyState>
          ) : (
            <Card className="overflow-hidden">
              <ul className="divide-y divide-line">
                {shown.map((one) => (
                  <Fragment key={one.slug}>
                    {parts.row(one, `?${addressOf(one.slug)}`, compared.box(one))}
                  </Fragment>
                ))}
              </ul>
            </Card>
          )}
          {compared.slugs.length > 0 && (
            <CompareBar
              count={compared.slugs.length}
              oneMore={t('compare.oneMore')}
              onClear={compared.clear}
            />
          )}
          {compared.slugs.length > 1 && (
            <Comparison
              title={t('compare.title', { count: compared.slugs.length })}
              items={compared.slugs.flatMap((slug) => items.find((one) => one.slug === slug) ?? [])}
              facts={parts.facts}
              onRemove={compared.remove}
            />
          )}
          <p className="mt-6 max-w-3xl text-13 text-pretty text-muted">{guides('disclosure')}</p>
          <DetailSheet
            open={opened !== null}
            onClose={() => setSearch((current) => withParameters(current, { [parts.parameter]: null }))}
            title={item?.name ?? guides('gone.title')}
            badge={item?.fictitious && <FictitiousBadge />}
          >
            {item ? (
              <Fragment key={item.slug}>{parts.details(item)}</Fragment>
            ) : (
              <p className="p-6 text-pretty text-muted">{guides('gone.text')}</p>
            )}
          </DetailSheet>
        </>
      )}
    </div>
  )
}
