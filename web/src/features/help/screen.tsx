import { useQuery } from '@tanstack/react-query'
import { BookOpenText, SearchX } from 'lucide-react'
import { useCallback } from 'react'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { AnswerRows } from '#parts/help/answer-rows.tsx'
import { answersQuery } from '#parts/help/help-queries.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Article } from './article.tsx'
import { ArticleList } from './article-list.tsx'
import { articlesQuery } from './queries.ts'

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The help centre: articles by category, a search, and the article that the address names. */
export default function HelpScreen() {
  const [search] = useSearchParams()
  const slug = search.get('article')
  return (
    <QueryBoundary>
      <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
        {slug ? <Article key={slug} slug={slug} /> : <Contents />}
      </div>
    </QueryBoundary>
  )
}

function Contents() {
  const { t } = useTranslation('help')
  const [search, setSearch] = useSearchParams()
  const query = search.get('q') ?? ''
  const ask = useCallback(
    (words: string) =>
      setSearch((current) => withParameters(current, { q: words.trim() || null }), { replace: true }),
    [setSearch],
  )
  return (
    <>
      <header className="mb-4 max-w-3xl">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
      </header>
      <SearchField label={t('search')} value={query} onChange={ask} className="mb-4 max-w-3xl" />
      {query === '' ? <Articles /> : <Results query={query} onClear={() => ask('')} />}
    </>
  )
}

function Articles() {
  const { t } = useTranslation('help')
  const { data, isLoadingError, refetch } = useQuery(articlesQuery)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80 w-full" />
  if (data.length === 0)
    return (
      <EmptyState icon={<BookOpenText {...icon} />} title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    )
  return <ArticleList articles={data} />
}

function Results({ query, onClear }: { query: string; onClear: () => void }) {
  const { t, i18n } = useTranslation('help')
  const { data, isLoadingError, refetch } = useQuery(answersQuery(query, i18n.language))
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full max-w-3xl" />
  return (
    <>
      <p role="status" className="mb-3 text-13 text-muted">
        {t('count', { count: data.length })}
      </p>
      {data.length === 0 ? (
        <EmptyState
          icon={<SearchX {...icon} />}
          title={t('none.title')}
          action={<Button onClick={onClear}>{t('none.all')}</Button>}
        >
          {t('none.text')}
        </EmptyState>
      ) : (
        <Card className="max-w-3xl overflow-hidden">
          <AnswerRows answers={data} query={query} />
        </Card>
      )}
    </>
  )
}
