import { useQuery } from '@tanstack/react-query'
import type { Indicator } from '#lib/announcements/announcement.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Link } from '#ui/link.tsx'
import { indicatorQuery } from './detail-queries.ts'

/** What the indicator is, and why it matters for which pairs. */
export function IndicatorText({ indicator }: { indicator: Indicator }) {
  const { t } = useTranslation('announcements')
  const language = useLanguage()
  const { data } = useQuery(indicatorQuery(indicator.slug))
  if (!data) return null
  return (
    <section className="grid gap-3 border-t border-line px-5 py-4 max-lg:px-4">
      <div>
        <h3 className="font-semibold">{t('about.what')}</h3>
        <p className="text-pretty text-muted">{data.summary[language]}</p>
      </div>
      <div>
        <h3 className="font-semibold">{t('about.why')}</h3>
        <p className="text-pretty text-muted">{data.why[language]}</p>
      </div>
      <p className="text-13 text-muted">
        {t('about.by')}{' '}
        <Link to={data.authority_url} target="_blank" rel="noreferrer">
          {data.authority}
        </Link>
      </p>
    </section>
  )
}
