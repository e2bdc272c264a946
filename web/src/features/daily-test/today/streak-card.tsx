import { Snowflake } from 'lucide-react'
import { useId } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import type { CalendarDay, Daily } from '#lib/learning/daily.ts'
import { useSession } from '#lib/session/session.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Switch } from '#ui/form/switch.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useRemind } from '../queries.ts'

/** Monday 5 January 2026 and the four days after it. */
const WEEK = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'] as const
const weekday = (day: string): number => new Date(`${day}T12:00Z`).getUTCDay()

/** The streak over the market days of the month. A freeze protects a day and never counts as one; holidays have no frame. */
export function StreakCard({ daily }: { daily: Daily }) {
  const { t } = useTranslation('daily-test')
  const language = useLanguage()
  const format = useFormat()
  const { streak, calendar } = daily
  const names = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const first = calendar[0]
  const frozen = calendar.filter(({ state }) => state === 'freeze')
  return (
    <Card className="p-5">
      <h2 className="text-13 font-medium text-muted">{t('streak.title')}</h2>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="tabular text-40 tracking-figure">{format.number(streak.days)}</b>
        <span className="text-16 text-muted">
          {t('streak.days', { count: streak.days, best: streak.best })}
        </span>
      </p>
      {first && (
        <ol className="mt-3 grid grid-cols-5 gap-1">
          {WEEK.map((day) => (
            <li key={day} aria-hidden className="px-2 py-1 text-12 font-medium text-muted">
              {names.format(new Date(`${day}T12:00Z`))}
            </li>
          ))}
          {calendar.map((one, at) => (
            <Day
              key={one.day}
              {...one}
              today={one.day === daily.local_day}
              column={at === 0 ? weekday(one.day) : 0}
            />
          ))}
        </ol>
      )}
      <p className="mt-3 flex gap-2 text-13 text-pretty text-muted">
        <Snowflake size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden />
        <span>
          {frozen.length > 0 &&
            `${t('streak.used', { days: frozen.map(({ day }) => format.dayMonth(`${day}T12:00`)).join(', ') })} `}
          {t('streak.left', { left: streak.freezes, most: streak.most_freezes })} {t('streak.weekend')}
        </span>
      </p>
      {streak.best > 0 && <EveningReminder on={streak.remind} />}
    </Card>
  )
}

function EveningReminder({ on }: { on: boolean }) {
  const { t } = useTranslation('daily-test')
  const { user } = useSession()
  const id = useId()
  const remind = useRemind()
  const shown = remind.isPending ? remind.variables.remind : on
  return (
    <label
      htmlFor={id}
      className="-mx-5 mt-4 -mb-5 flex min-h-11 items-center justify-between gap-4 border-t border-line px-5 py-2 text-13"
    >
      <span className="text-pretty">{t('streak.remind')}</span>
      <Switch
        id={id}
        checked={shown}
        disabled={!user}
        onCheckedChange={(next) =>
          user &&
          remind.mutate(
            { member: user.id, remind: next },
            { onError: () => void toast({ title: t('streak.remind-failed'), variant: 'destructive' }) },
          )
        }
      />
    </label>
  )
}

const COLUMNS = ['', 'col-start-1', 'col-start-2', 'col-start-3', 'col-start-4', 'col-start-5'] as const

function Day({ day, state, score, today, column }: CalendarDay & { today: boolean; column: number }) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  return (
    <li
      className={classNames(
        'flex h-12 items-start justify-between rounded-inner px-2 py-1.5 ring-inset',
        COLUMNS[column],
        today
          ? 'bg-lamp-tint ring-2 ring-lamp-edge'
          : state === 'done'
            ? 'bg-raised'
            : state === 'freeze'
              ? 'text-info ring-1 ring-info'
              : state === 'holiday'
                ? 'opacity-60'
                : 'ring-1 ring-line',
      )}
    >
      <span className="text-12 text-muted" aria-hidden>
        {Number(day.slice(8))}
      </span>
      <span className="sr-only">
        {t(`streak.day.${state === 'none' ? 'open' : state}`, {
          day: format.longDate(`${day}T12:00`),
          score,
        })}
      </span>
      <span className="tabular self-end text-16 font-semibold" aria-hidden>
        {state === 'freeze' ? (
          <Snowflake size={16} strokeWidth={1.75} />
        ) : state === 'missed' ? (
          <span className="text-faint">—</span>
        ) : (
          score
        )}
      </span>
    </li>
  )
}
