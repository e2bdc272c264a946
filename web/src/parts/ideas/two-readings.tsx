import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { memberQuery } from '#lib/community/members.ts'
import { type TwoReadings as Readings, twoReadingsQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { MemberName } from '#parts/conversation/member-name.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { AuthorRecord } from './author-record.tsx'

/** The pinned counter-thesis of a signal and its grade; while the signal runs, the way to write one. */
export function TwoReadings({ signal, running }: { signal: string; running: boolean }) {
  const { t } = useTranslation('ideas')
  const { data: readings } = useQuery(twoReadingsQuery(signal))
  if (readings === undefined || (readings === null && !running)) return null
  return (
    <section className="border-t border-line px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="flex items-center gap-2 font-semibold">
          <Scale size={14} strokeWidth={1.75} className="text-muted" aria-hidden />
          {t('readings.title')}
        </h3>
        {readings && <Grade readings={readings} />}
        {running && (
          <Button asChild variant="outline" className="ml-auto">
            <Link to={`/communaute?idee=nouvelle&contre=${signal}`}>{t('readings.contest')}</Link>
          </Button>
        )}
      </div>
      {readings && <Pinned readings={readings} />}
    </section>
  )
}

function Grade({ readings: { held, graded_at, signal_r, idea_r } }: { readings: Readings }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  if (!graded_at) return <span className="text-13 text-muted">{t('readings.pending')}</span>
  return (
    <span className="flex flex-wrap items-center gap-2 text-13 text-muted">
      <Badge>{t(`readings.${held === null ? 'even' : held ? 'held' : 'lost'}`)}</Badge>
      <span className="tabular">
        {t('readings.result', { signal: format.r(signal_r), idea: format.r(idea_r) })}
      </span>
    </span>
  )
}

function Pinned({ readings }: { readings: Readings }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: member } = useQuery(memberQuery(readings.author))
  return (
    <div className="mt-3 rounded-control border border-line bg-well px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
        <b className="font-medium text-text">{t('readings.pinned')}</b>
        {member && <MemberName member={member} linked className="text-text" />}
        <AuthorRecord member={readings.author} />
        <span>{t('readings.sealed', { when: format.atMoment(readings.published_at, Date.now()) })}</span>
        {readings.others > 0 && <span>{t('readings.others', { count: readings.others })}</span>}
      </p>
      {readings.opinion && (
        <p dir="auto" className="mt-2 line-clamp-4 text-pretty wrap-anywhere">
          {readings.opinion}
        </p>
      )}
      <Link
        to={`/communaute?sujet=${readings.thread}`}
        className="mt-2 inline-block text-13 underline underline-offset-3 pointer-coarse:py-2.5"
      >
        {t('readings.open')}
      </Link>
    </div>
  )
}
