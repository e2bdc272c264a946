import { queryOptions, useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { BesideProps } from '#studio/define-studio.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Figures = {
  versions: { version: number; useful: number; not_useful: number }[]
  comments: { version: number; useful: boolean; comment: string; given_at: string }[]
  opened: number
  sufficed: number
}
const figuresQuery = (item: string) =>
  queryOptions({
    queryKey: ['help-figures', item],
    queryFn: async () => unwrap(await supabase.rpc('help_figures', { of_item: item })) as unknown as Figures,
  })

const icon = { size: 16, strokeWidth: 1.75, className: 'mt-0.5 shrink-0 text-muted' } as const

/** What members said of the open article, version by version, and for how many a suggestion of it sufficed. */
export default function ArticleFigures({ item }: BesideProps) {
  const { t } = useTranslation('help-studio')
  const format = useFormat()
  const { data, isLoadingError, refetch } = useQuery(figuresQuery(item.id))
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  const of = (some: number, all: number) =>
    t('figures.of', { some: format.number(some), all: format.number(all) })
  return (
    <section aria-label={t('figures.title')} className="border-t border-line px-4 pt-3.5 pb-4 md:px-5">
      <h3 className="mb-2 font-semibold">{t('figures.title')}</h3>
      {!data ? (
        <Skeleton className="h-16" />
      ) : (
        <>
          {data.versions.length === 0 && <p className="text-13 text-muted">{t('figures.none')}</p>}
          <Facts
            rows={[
              ...data.versions.map(({ version, useful, not_useful }) => ({
                name: `${t('figures.version', { version })} · ${t('figures.useful')}`,
                value: of(useful, useful + not_useful),
              })),
              { name: t('figures.sufficed'), value: of(data.sufficed, data.opened) },
            ]}
          />
          {data.comments.length > 0 && (
            <>
              <h4 className="mt-4 font-medium">{t('figures.comments')}</h4>
              <ul className="mt-1 grid divide-y divide-line">
                {data.comments.map(({ version, useful, comment, given_at }) => (
                  <li key={given_at} className="flex gap-2.5 py-2.5">
                    {useful ? (
                      <ThumbsUp {...icon} aria-label={t('figures.useful')} />
                    ) : (
                      <ThumbsDown {...icon} aria-label={t('figures.notUseful')} />
                    )}
                    <div>
                      <p className="whitespace-pre-line text-pretty wrap-anywhere">{comment}</p>
                      <p className="text-13 text-muted">
                        {t('figures.version', { version })} · {format.date(given_at)}
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p className="mt-2 text-13 text-pretty text-muted">{t('figures.how')}</p>
        </>
      )}
    </section>
  )
}
