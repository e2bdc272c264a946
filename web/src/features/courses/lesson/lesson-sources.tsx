import { useId } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

type Source = { title: string; url: string; read_on: string }

/** Where the lesson's facts were read, and when. */
export function LessonSources({ fields }: { fields: Readonly<Record<string, unknown>> | null }) {
  const { t } = useTranslation('courses')
  const titleId = useId()
  const format = useFormat()
  const sources = Array.isArray(fields?.sources) ? (fields.sources as Source[]) : []
  if (sources.length === 0) return null
  return (
    <section className="mt-10 border-t border-line pt-4 text-13 text-muted" aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-2 font-semibold text-text">
        {t('sources')}
      </h2>
      <ul className="grid gap-1">
        {sources.map(({ title, url, read_on }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
            >
              {title}
            </a>{' '}
            · {t('read-on', { date: format.day(read_on) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
