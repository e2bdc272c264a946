import { useEffect, useRef } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { SmallChart } from './small-chart.tsx'
import { useReading } from './use-reading.ts'
import { yearDays } from './year-days.ts'

type Props = {
  year: number
  /** The result of each day, by `2026-01-31`; a day without one is absent. */
  values: ReadonlyMap<string, number>
  /** The figure with its unit: `+0,50 R`. */
  say: (value: number) => string
  today: string
  title: string
}

const STEP = 14
const SIZE = 11
const TOP = 20
const STRENGTHS = ['opacity-25', 'opacity-45', 'opacity-70', ''] as const

/** The results of a year's days, a column a week; today has a border in the brand's colour. */
export function CalendarHeatMap({ year, values, say, today, title }: Props) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const language = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const days = yearDays(year)
  const lead = days[0]?.weekday ?? 0
  const weeks = (days.at(-1)?.week ?? 52) + 1
  const [width, height] = [weeks * STEP, TOP + 7 * STEP]
  const most = Math.max(1e-9, ...[...values.values()].map(Math.abs))
  const read = useReading(
    days.length,
    (across, down) => {
      const [week, weekday] = [Math.floor(across * weeks), Math.floor((down * height - TOP) / STEP)]
      const index = week * 7 + weekday - lead
      return weekday >= 0 && weekday < 7 && days[index] ? index : null
    },
    { across: 7, down: 1, page: 4 },
  )
  // On a phone the year is wider than the screen: scroll to today.
  useEffect(() => {
    const box = scroller.current
    const week = yearDays(year).find(({ day }) => day === today)?.week
    if (box && week !== undefined) box.scrollLeft = ((week + 3) / weeks) * box.scrollWidth - box.clientWidth
  }, [year, today, weeks])
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const pointed = read.index === null ? undefined : days[read.index]
  return (
    <SmallChart
      title={title}
      keys={t('calendar.keys')}
      read={read}
      reading={pointed ? `${format.date(pointed.day)} · ${say(values.get(pointed.day) ?? 0)}` : ''}
      columns={[
        { key: 'day', name: t('calendar.day'), of: (day) => format.date(day) },
        { key: 'value', name: t('calendar.value'), of: (day) => say(values.get(day) ?? 0) },
      ]}
      rows={[...values.keys()].toSorted().reverse()}
      className="min-w-186"
      scroller={scroller}
    >
      {days.map(({ day, week }) =>
        day.endsWith('-01') ? (
          <span
            key={day}
            aria-hidden
            className="absolute top-0 text-12 text-faint"
            style={{ left: `${((week / weeks) * 100).toFixed(2)}%` }}
          >
            {month.format(Date.parse(day))}
          </span>
        ) : null,
      )}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full">
        {days.map(({ day, week, weekday }, index) => {
          const value = values.get(day) ?? 0
          const level = value === 0 ? 0 : Math.min(3, Math.ceil((Math.abs(value) / most) * 4) - 1)
          const box = { x: week * STEP, y: TOP + weekday * STEP, width: SIZE, height: SIZE, rx: 2 }
          const color = value > 0 ? 'fill-gain-mark' : 'fill-loss-mark'
          return (
            <g key={day}>
              <rect {...box} className={value === 0 ? 'fill-raised' : classNames(color, STRENGTHS[level])} />
              {value < 0 && <path className="stroke-text" d={`M${box.x + 3.5} ${box.y + SIZE / 2}h4`} />}
              {day === today && <rect {...box} strokeWidth="1.5" className="fill-none stroke-lamp-edge" />}
              {read.index === index && <rect {...box} strokeWidth="1.5" className="fill-none stroke-text" />}
            </g>
          )
        })}
      </svg>
    </SmallChart>
  )
}
