import { useEffect } from 'react'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { textsIn } from '#lib/content/published-content.ts'
import { useContent } from '#lib/content/use-content.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One article of the help centre. A former slug redirects to the current one. */
export function Article({ slug }: { slug: string }) {
  const { t, i18n } = useTranslation('help')
  const format = useFormat()
  const [, setSearch] = useSearchParams()
  const { data, isError, isPending, refetch } = useContent('help-article', slug)
  const moved = data?.redirect ?? null
  useEffect(() => {
    if (moved) setSearch((current) => withParameters(current, { article: moved }), { replace: true })
  }, [moved, setSearch])
  const { texts, inFrench } = textsIn(data?.texts ?? {}, i18n.language)
  const title = texts.title ?? t('gone.title')
  if (isError) return <ErrorState onRetry={() => void refetch()} />
  if (isPending) return <Skeleton className="h-60 w-full max-w-3xl" />
  return (
    <article className="max-w-3xl">
      <Breadcrumbs items={[{ title: t('title'), to: '/aide' }, { title }]} className="mb-4" />
      <div lang={inFrench ? 'fr' : undefined}>
        <PageTitle key={slug} className="text-balance">
          {title}
        </PageTitle>
        {!data && <p className="mt-3 text-pretty text-muted">{t('gone.text')}</p>}
        {texts.summary && <p className="mt-3 text-16 text-pretty text-muted">{texts.summary}</p>}
      </div>
      {inFrench && (
        <div className="mt-4">
          <FrenchNotice />
        </div>
      )}
      {texts.body && (
        <div className="mt-6" lang={inFrench ? 'fr' : undefined}>
          <MarkdownView text={texts.body} under={0} />
        </div>
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
