import { useQuery } from '@tanstack/react-query'
import { Crosshair } from 'lucide-react'
import { heldLevel, type IdeaRecord } from 'trading/ideas/record'
import { recordQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'

/** What a member's ideas came to, beside their name: expectancy and number, or that there are too few. Nothing without ideas. */
export function AuthorRecord({ member }: { member: string }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: record } = useQuery(recordQuery(member))
  if (!record || record.published === 0) return null
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-12 text-muted">
      <Crosshair size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
      {record.expectancy_r === null ? (
        t('record.few', { count: record.closed })
      ) : (
        <>
          <b className="tabular font-medium text-text">{format.r(record.expectancy_r)}</b>
          {t('record.over', { count: record.closed })}
        </>
      )}
    </span>
  )
}

/** The level that a record holds now. */
export function LevelBadge({ record }: { record: IdeaRecord }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const level = heldLevel(record, useNow())
  if (!level) return null
  return (
    <span className="flex flex-wrap items-center gap-2 text-12 text-muted">
      <Badge tone="line">{t(`level.${level}`)}</Badge>
      {t('level.until', { date: format.date(record.level_until) })}
    </span>
  )
}
