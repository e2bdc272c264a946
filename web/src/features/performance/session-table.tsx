import { Link } from '#lib/browser/router-link.tsx'
import { oneOf } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { SESSIONS, WEEKDAYS, writeFilters } from './filters.ts'
import type { Part } from './queries.ts'

/** A stronger mean has a stronger tint; sign and count are written in the cell. */
const STRENGTHS = ['opacity-25', 'opacity-50', 'opacity-75', 'opacity-100'] as const

/** The mean result by weekday and market session of the entry. */
export function SessionTable({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('performance')
  const language = useLanguage()
  const cells = parts.filter(({ dimension }) => dimension === 'weekday_session')
  const strongest = Math.max(0.01, ...cells.map((part) => Math.abs(Number(part.expectancy_r))))
  const days = WEEKDAYS.filter((day) => Number(day) < 6 || cells.some(({ value }) => value === day))
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  return (
    <Card className="min-w-0 p-4">
      <h2 className="text-16 font-semibold">{t('sessions.title')}</h2>
      <p className="mt-0.5 text-13 text-pretty text-muted">{t('sessions.text')}</p>
      {/* On the narrowest phones, and where a reader spaces text out, the columns are wider than the screen. */}
      <div className="mt-3 overflow-x-auto">
        <table className="w-full table-fixed border-separate border-spacing-1 text-13 max-sm:-ml-1 max-sm:table-auto max-sm:text-12">
          <caption className="sr-only">{t('sessions.title')}</caption>
          <thead>
            <tr className="text-12 text-muted *:font-medium">
              <td className="w-18 max-sm:w-14" />
              {days.map((day) => (
                <th key={day} scope="col" className="pb-1">
                  {weekday.format(Date.UTC(2024, 0, Number(day)))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SESSIONS.map((session) => (
              <tr key={session}>
                <th
                  scope="row"
                  className="sticky left-0 z-10 bg-surface pr-1 text-left text-12 leading-4 font-medium text-muted"
                >
                  {t(`session.${session}`)}
                </th>
                {days.map((day) => (
                  <Cell
                    key={day}
                    day={day}
                    session={session}
                    part={cells.find((part) => part.value === day && part.session === session)}
                    strongest={strongest}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

type CellProps = { day: string; session: string; part: Part | undefined; strongest: number }

function Cell({ day, session, part, strongest }: CellProps) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const [search] = useSearchParams()
  if (!part) return <td className="h-11 rounded-inner bg-well text-center text-faint">{format.dash}</td>
  const mean = Number(part.expectancy_r)
  const level = Math.min(3, Math.floor((Math.abs(mean) / strongest) * 4))
  const filtered = writeFilters(search, {
    weekday: oneOf(WEEKDAYS, day),
    session: oneOf(SESSIONS, session),
  })
  return (
    <td className="relative h-11 rounded-inner p-0 text-center">
      <span
        aria-hidden
        className={classNames(
          'absolute inset-0 rounded-inner',
          mean >= 0 ? 'bg-gain-tint' : 'bg-loss-tint',
          STRENGTHS[level],
        )}
      />
      <Link
        to={`?${filtered}`}
        className="tabular relative grid h-full content-center rounded-inner px-1 leading-4 font-medium whitespace-nowrap sm:px-0"
      >
        {format.signed(part.expectancy_r, 2)}
        <span className="text-12 font-normal text-muted">{`n\u00a0${part.resolved}`}</span>
        <span className="sr-only">{t('sessions.filter')}</span>
      </Link>
    </td>
  )
}
