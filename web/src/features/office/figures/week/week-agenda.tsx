import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { localDay } from '#ui/date/iso-date.ts'
import type { WeekGroup } from './week-days.ts'
import { WeekEntry } from './week-entry.tsx'

type Props = { groups: readonly WeekGroup[]; days: readonly string[]; past: boolean }

/** The week day by day, for screens that have no place for a board. */
export function WeekAgenda({ groups, days, past }: Props) {
  const { t } = useTranslation('office')
  const format = useFormat()
  return (
    <ol aria-labelledby="week" className="divide-y divide-line border-t border-line xl:hidden">
      {days.map((day) => {
        const due = groups.filter((group) => group.day === day)
        return (
          <li key={day} className="grid gap-2 px-4 py-3 md:px-6">
            <h3 className="text-13 font-semibold first-letter:uppercase">{format.longDate(localDay(day))}</h3>
            {due.length === 0 ? (
              <p className="text-13 text-muted">{t(past ? 'week.wasNothing' : 'week.nothing')}</p>
            ) : (
              <ul className="grid gap-1.5 text-13">
                {due.map((group) => (
                  <li
                    key={group.kind}
                    className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]"
                  >
                    <span className="self-center text-12 text-muted">
                      {t(
                        past && group.kind === 'signals'
                          ? 'week.publishedSignals'
                          : `week.kinds.${group.kind}`,
                      )}
                    </span>
                    <WeekEntry group={group} className="min-h-11" />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}
