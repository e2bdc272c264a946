import { Link } from '#lib/browser/router-link.tsx'
import { textsIn } from '#lib/content/published-content.ts'
import { useContent } from '#lib/content/use-content.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { ArticleText } from './article-text.tsx'

type Props = {
  /** Null while closed. */
  slug: string | null
  onClose: () => void
}

/** An article over the screen that one is on: what one was doing there stays as it is. */
export function ArticleSheet({ slug, onClose }: Props) {
  const { t } = useTranslation('help')
  const wide = useWide()
  return (
    <Sheet
      open={slug !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('article.label')}
      side={wide ? 'right' : 'bottom'}
    >
      {slug !== null && <Reading slug={slug} />}
    </Sheet>
  )
}

function Reading({ slug }: { slug: string }) {
  const { t, i18n } = useTranslation('help')
  const { data, isLoadingError, isPending, refetch } = useContent('help-article', slug)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (isPending) return <Skeleton className="m-4 h-60" />
  if (!data) return <p className="p-4 text-muted md:p-6">{t('gone.text')}</p>
  return (
    <article className="p-4 pb-8 md:p-6">
      <h2 className="mb-3 text-20 font-semibold text-balance">
        {textsIn(data.texts ?? {}, i18n.language).texts.title}
      </h2>
      <ArticleText article={data} />
      <p className="mt-8 border-t border-line pt-4 text-13">
        <Link to={`/aide?article=${slug}`} className="underline underline-offset-3">
          {t('article.whole')}
        </Link>
      </p>
    </article>
  )
}
