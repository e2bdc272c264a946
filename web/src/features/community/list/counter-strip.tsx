import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { NextEvent } from '#parts/community/next-event.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Stat } from '#ui/figure/stat.tsx'
import type { Present } from '../use-community-presence.ts'
import { summaryQuery } from './threads-query.ts'

/** What is counted, from what is stored and from who is here now (S-15); an em dash while it is not known, never a zero. */
export function CounterStrip({ present }: { present: readonly Present[] }) {
  const { t } = useTranslation('community')
  const format = useFormat()
  const { data } = useQuery(summaryQuery)
  const shown = (count: number | undefined) => (count === undefined ? format.dash : format.number(count))
  const members = new Set(present.map(({ member }) => member))
  const writing = new Set(present.filter(({ writes }) => writes).map(({ member }) => member))
  const online = members.size > 0 ? members.size : undefined
  const cell = (key: string, content: ReactNode) => (
    <div key={key} className="min-w-0 border-line px-3 py-3 not-first:border-l sm:px-4">
      {content}
    </div>
  )
  const minutes = data?.first_reply_minutes
  return (
    <Card className="grid grid-cols-3 lg:grid-cols-4 xl:grid-cols-[152px_168px_168px_168px_minmax(0,1fr)]">
      {cell(
        'members',
        <Stat
          label={t('counters.members')}
          value={shown(data?.members)}
          note={
            data && (
              <span className="max-sm:hidden">{t('counters.week', { count: data.members_of_week })}</span>
            )
          }
        />,
      )}
      {cell(
        'online',
        <Stat
          label={t('counters.online')}
          definition={t('counters.onlineMeaning')}
          value={
            <span className="inline-flex items-center gap-2.5">
              {shown(online)}
              {online !== undefined && <LiveDot />}
            </span>
          }
          note={
            online !== undefined && (
              <span className="max-sm:hidden">
                {t('counters.reading', { count: members.size - writing.size })},{' '}
                {t('counters.writing', { count: writing.size })}
              </span>
            )
          }
        />,
      )}
      {cell(
        'threads',
        <Stat
          label={t('counters.threads')}
          value={shown(data?.threads)}
          note={
            minutes != null && (
              <span className="max-sm:hidden">
                {t('counters.firstReply', { time: format.duration(minutes * 60_000) })}
              </span>
            )
          }
        />,
      )}
      <div
        className={classNames(
          'min-w-0 border-line px-4 py-3',
          'max-lg:col-span-3 max-lg:border-t lg:border-l',
        )}
      >
        <div className="lg:hidden">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted">
            {t('counters.today')}
            <span className="tabular">
              <b className="font-semibold text-text">{shown(data?.posts_today)}</b>{' '}
              {t('counters.of', { total: shown(data?.posts) })}
            </span>
          </p>
        </div>
        <Stat
          className="max-lg:hidden"
          label={t('counters.today')}
          value={shown(data?.posts_today)}
          note={data && t('counters.all', { total: format.number(data.posts) })}
        />
      </div>
      <NextEvent className="border-line px-4 py-3 max-xl:col-span-full max-xl:border-t xl:border-l" />
    </Card>
  )
}

export const LiveDot = () => (
  <i
    className="inline-block size-2 shrink-0 rounded-pill bg-lamp-edge shadow-[0_0_0_3px_var(--lamp-tint)]"
    aria-hidden
  />
)
