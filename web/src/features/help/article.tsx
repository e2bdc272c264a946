import { Suspense, useEffect } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { textsIn } from '#lib/content/published-content.ts'
import { useContent } from '#lib/content/use-content.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { brand } from '#lib/site/brand.ts'
import { ArticleText } from '#parts/help/article-text.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

// Members alone have feedback to give, so visitors do not fetch it.
const ArticleFeedback = lazyPart(() => import('./article-feedback.tsx'))

/** One article of the help centre. A former slug redirects to the current one. */
export function Article({ slug }: { slug: string }) {
  const { t, i18n } = useTranslation('help')
  const format = useFormat()
  const { status } = useSession()
  const [, setSearch] = useSearchParams()
  const { data, isLoadingError, isPending, refetch } = useContent('help-article', slug)
  const moved = data?.redirect ?? null
  useEffect(() => {
    if (moved) setSearch((current) => withParameters(current, { article: moved }), { replace: true })
  }, [moved, setSearch])
  const { texts, inFrench } = textsIn(data?.texts ?? {}, i18n.language)
  const title = texts.title ?? t('gone.title')
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (isPending) return <Skeleton className="h-60 w-full max-w-3xl" />
  return (
    <article className="max-w-3xl">
      <Breadcrumbs items={[{ title: t('title'), to: '/aide' }, { title }]} className="mb-4" />
      <div lang={inFrench ? 'fr' : undefined}>
        <PageTitle key={slug} className="mb-3 text-balance">
          {title}
        </PageTitle>
      </div>
      {data ? <ArticleText article={data} /> : <p className="text-pretty text-muted">{t('gone.text')}</p>}
      {data && status === 'signed-in' && (
        <Suspense fallback={null}>
          <ArticleFeedback item={data.item} version={data.version} />
        </Suspense>
      )}
      {data && (
        <p className="mt-8 border-t border-line pt-4 text-13 text-pretty text-muted">
          {t('updated', { date: format.date(data.updated_at) })} {t('more')}{' '}
          <a href={`mailto:${brand.contact}`} className="underline underline-offset-3">
            {brand.contact}
          </a>
        </p>
      )}
    </article>
  )
}
