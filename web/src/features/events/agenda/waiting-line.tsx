import type { Meeting } from '#lib/events/meetings.ts'
import { rankIn } from '#lib/events/rank.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { SeatsBar } from '#parts/community/seats-bar.tsx'
import { freedBefore } from '../groups.ts'

/** What fits on a phone beside the bar. */
const MOST_SQUARES = 12

/** A full event: its bar and a square for each person who waits, the reader's own filled. */
export function WaitingLine({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const { taken, waiting, own, event } = meeting
  const of = event.capacity ?? taken
  const rank = own?.state === 'waiting' ? own.event_rank : 0
  const label =
    rank > 0
      ? t('seats.waiting', { count: taken, of, rank: rankIn(language, rank), waiting })
      : `${t('seats.label', { count: taken, of })}, ${t('seats.waitingOthers', { count: waiting })}`
  // Far down the list, the squares are those around the reader.
  const first = Math.max(1, Math.min(rank - MOST_SQUARES / 2, waiting - MOST_SQUARES + 1))
  const squares = Array.from({ length: Math.min(waiting, MOST_SQUARES) }, (_, place) => first + place)
  return (
    <span role="img" aria-label={label} className="flex items-center gap-1">
      <span className="flex-1">
        <SeatsBar taken={taken} of={of} />
      </span>
      {squares.map((place) => (
        <span
          key={place}
          className={
            place === rank
              ? 'size-3 rounded-[2px] bg-text'
              : 'size-2 rounded-[2px] ring-1 ring-control ring-inset'
          }
        />
      ))}
    </span>
  )
}

/** Where the reader stands in the list, and how many seats became free before other occurrences. */
export function WaitingWords({ meeting, all }: { meeting: Meeting; all: readonly Meeting[] }) {
  const { t } = useTranslation('events')
  const language = useLanguage()
  const before = freedBefore(all, meeting)
  const rank = meeting.own?.event_rank ?? 0
  return (
    <p className="grid gap-x-4 gap-y-1 text-12 text-muted sm:grid-cols-[auto_minmax(0,1fr)]">
      <span className="font-medium text-text sm:max-w-28">
        {t('wait.rank', { rank: rankIn(language, rank), waiting: meeting.waiting })}
      </span>
      {before && (
        <span>
          {t(
            before.most === 0
              ? 'wait.beforeNone'
              : before.least === before.most
                ? 'wait.beforeSame'
                : 'wait.before',
            before,
          )}
        </span>
      )}
    </p>
  )
}
