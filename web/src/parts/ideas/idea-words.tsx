import { Scale } from 'lucide-react'
import type { Idea } from '#lib/ideas/idea.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { PostBody } from '#parts/conversation/post-body.tsx'

/** Facts apart from opinion, and what would prove it wrong. Words that moderation holds or removed are said to be so. */
export function IdeaWords({ idea }: { idea: Pick<Idea, 'texts'> }) {
  const { t } = useTranslation('ideas')
  const { texts } = idea
  return (
    <section className="border-line px-4 py-4 max-md:border-t">
      <h4 className="mb-4 font-semibold">{t('words.title')}</h4>
      {texts ? (
        <>
          <dl className="grid gap-3">
            {(['facts', 'opinion'] as const).map((field) => (
              <div key={field} className="grid gap-x-2 gap-y-0.5 sm:grid-cols-[72px_minmax(0,1fr)]">
                <dt className="text-13 leading-5 text-muted">{t(`words.${field}`)}</dt>
                <dd className="min-w-0 wrap-anywhere">
                  <PostBody text={texts[field]} />
                </dd>
              </div>
            ))}
          </dl>
          <h4 className="mt-5 mb-2 flex items-center gap-2 font-semibold">
            <Scale size={14} strokeWidth={1.75} className="text-muted" aria-hidden />
            {t('words.counter')}
          </h4>
          <PostBody text={texts.counter_thesis} />
        </>
      ) : (
        <p className="text-13 text-pretty text-muted">{t('words.hidden')}</p>
      )}
    </section>
  )
}
