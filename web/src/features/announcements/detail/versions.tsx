import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { Indicator } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useValue } from '#parts/announcements/use-announcement-words.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Version, versionsQuery } from './detail-queries.ts'

const FIELDS = [
  'starts_at',
  'precision',
  'forecast',
  'previous',
  'revised',
  'actual',
  'state',
  'source',
] as const
const FIGURES: readonly string[] = ['forecast', 'previous', 'revised', 'actual']

/** What was known when: each state of the announcement with the moment from which it was known. Read when asked for. */
export function Versions({ announcement, indicator }: { announcement: string; indicator: Indicator | null }) {
  const { t } = useTranslation('announcements')
  const [shown, setShown] = useState(false)
  return (
    <section className="grid gap-3 border-t border-line px-5 py-4 max-lg:px-4">
      <Button
        variant="outline"
        className="justify-self-start"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        icon={<History size={16} strokeWidth={1.75} aria-hidden />}
      >
        {t(shown ? 'versions.hide' : 'versions.show')}
      </Button>
      {shown && <List announcement={announcement} indicator={indicator} />}
    </section>
  )
}

function List({ announcement, indicator }: { announcement: string; indicator: Indicator | null }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const { data } = useQuery(versionsQuery(announcement))
  if (!data) return <Skeleton className="h-24" />
  return (
    <ol aria-label={t('versions.title')} className="grid gap-3 text-13">
      {data.toReversed().map((version) => (
        <li key={version.version} className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3">
          <time dateTime={version.known_at} className="tabular text-muted">
            {format.dateTime(version.known_at)}
          </time>
          <Changes version={version} indicator={indicator} />
        </li>
      ))}
    </ol>
  )
}

function Changes({ version, indicator }: { version: Version; indicator: Indicator | null }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const value = useValue()
  const written = (field: string, text: string | null) => {
    if (text === null) return format.dash
    if (FIGURES.includes(field)) return value(text, indicator)
    if (field === 'starts_at') return format.dateTime(text)
    if (field === 'precision') return t(`precision.${text as 'exact'}`)
    return field === 'state' ? t(`state.${text as 'moved'}`) : text
  }
  return (
    <ul className="tabular">
      {FIELDS.flatMap((field) => {
        const change = version.changes[field]
        if (!change || (version.version === 1 && change.becomes === null)) return []
        return (
          <li key={field}>
            <span className="text-muted">{t(`versions.fields.${field}`)}</span>{' '}
            {version.version > 1 && change.was !== null && (
              <>
                <del className="text-muted">{written(field, change.was)}</del>{' '}
              </>
            )}
            <b className="font-medium">{written(field, change.becomes)}</b>
          </li>
        )
      })}
    </ul>
  )
}
