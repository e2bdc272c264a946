import { startOfDay } from '#lib/announcements/announcement.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { localDay } from '#ui/date/iso-date.ts'
import type { WeekGroup, WeekKind } from './week-days.ts'
import { WeekEntry } from './week-entry.tsx'

type Props = {
  groups: readonly WeekGroup[]
  days: readonly string[]
  kinds: readonly WeekKind[]
  /** Null in a week that has passed. */
  now: number | null
}

const isWeekend = (day: string) => [0, 6].includes(localDay(day).getDay())

/** Kinds by days; the line is now. */
export function WeekBoard({ groups, days, kinds, now }: Props) {
  const { t } = useTranslation('office')
  const language = useLanguage()
  const name = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'short',
    day: 'numeric',
  })
  const passed =
    now === null
      ? null
      : (now - startOfDay(now).getTime()) / (startOfDay(now, 1).getTime() - startOfDay(now).getTime())
  return (
    <div className="relative overflow-hidden border-t border-line max-xl:hidden">
      <table aria-labelledby="week" className="w-full table-fixed border-collapse text-12">
        <thead>
          <tr>
            <td className="w-36" />
            {days.map((day, index) => (
              <th
                key={day}
                scope="col"
                className={classNames(
                  'relative border-l border-line px-2.5 py-2.5 text-left',
                  index === 0 && passed !== null ? 'font-semibold' : 'font-normal text-muted',
                  isWeekend(day) && 'bg-raised/40',
                )}
              >
                {name.format(localDay(day))}
                {index === 0 && passed !== null && (
                  <span
                    aria-hidden
                    className="absolute top-full -bottom-[100rem] w-0.5 bg-lamp-edge"
                    style={{ left: `${100 * passed}%` }}
                  />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="h-9 py-1 pr-2 pl-6 text-left font-medium text-pretty">
                {t(now === null && kind === 'signals' ? 'week.publishedSignals' : `week.kinds.${kind}`)}
              </th>
              {days.map((day) => {
                const group = groups.find((one) => one.kind === kind && one.day === day)
                return (
                  <td
                    key={day}
                    className={classNames(
                      'border-l border-line p-1 align-top',
                      isWeekend(day) && 'bg-raised/40',
                    )}
                  >
                    {group && <WeekEntry group={group} />}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
