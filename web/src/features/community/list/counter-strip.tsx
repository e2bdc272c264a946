import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type IdeasSummary, ideasSummaryQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { NextEvent } from '#parts/community/next-event.tsx'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Definition } from '#ui/overlay/tooltip.tsx'
import type { Present } from '../use-community-presence.ts'
import { summaryQuery } from './threads-query.ts'

/** What is counted, from what is stored and from who is here now (S-15); an em dash while it is not known, never a zero. */
export function CounterStrip({ present }: { present: readonly Present[] }) {
  const { t } = useTranslation('community')
  const format = useFormat()
  const { data } = useQuery(summaryQuery)
  const { data: ideas } = useQuery(ideasSummaryQuery)
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
  const widthOf = (r: string) => format.r(r).replace(/^\+/, '')
  const ideasNote = ({ closed, half_width_r }: IdeasSummary) =>
    half_width_r === null
      ? t('counters.ideasFew', { count: closed })
      : t('counters.ideasOver', { count: closed, r: widthOf(half_width_r) })
  return (
    <Card className="grid grid-cols-3 lg:grid-cols-5 xl:grid-cols-[124px_148px_166px_148px_174px_minmax(0,1fr)]">
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
      <LastCell
        label={t('counters.today')}
        value={shown(data?.posts_today)}
        brief={t('counters.of', { total: shown(data?.posts) })}
        note={data && t('counters.all', { total: format.number(data.posts) })}
      />
      <LastCell
        label={t('counters.ideas')}
        definition={t('counters.ideasMeaning')}
        value={ideas?.expectancy_r ? format.r(ideas.expectancy_r) : format.dash}
        {...(ideas?.half_width_r && {
          brief: t('counters.ideasBrief', { count: ideas.closed, r: widthOf(ideas.half_width_r) }),
        })}
        note={ideas && ideasNote(ideas)}
      />
      <NextEvent className="border-line px-4 py-3 max-xl:col-span-full max-xl:border-t xl:border-l" />
    </Card>
  )
}

type LastCellProps = {
  label: string
  definition?: string
  value: string
  note: ReactNode
  /** Beside the value, where there is one line for both; the note without it. */
  brief?: string
}

/** A figure that has a line of its own on a phone. */
const LastCell = ({ label, definition, value, note, brief }: LastCellProps) => (
  <div className="min-w-0 border-line px-4 py-3 max-lg:col-span-3 max-lg:border-t lg:border-l">
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted lg:hidden">
      {definition ? <Definition term={label}>{definition}</Definition> : label}
      <span className="tabular">
        <b className="font-semibold text-text">{value}</b> {brief ?? note}
      </span>
    </p>
    <Stat
      className="max-lg:hidden"
      label={label}
      {...(definition ? { definition } : {})}
      value={value}
      note={note}
    />
  </div>
)

export const LiveDot = () => (
  <i
    className="inline-block size-2 shrink-0 rounded-pill bg-lamp-edge shadow-[0_0_0_3px_var(--lamp-tint)]"
    aria-hidden
  />
)
