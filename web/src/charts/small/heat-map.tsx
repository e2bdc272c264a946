import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { SmallChart } from './small-chart.tsx'
import { useReading } from './use-reading.ts'

/** The mean result of the trades that were opened in an hour of a weekday; Monday is 0. */
export type HeatCell = { weekday: number; hour: number; mean: number; count: number }

const HOURS = 24
const DAYS = 7
/** A stronger result is a stronger tint; the sign is drawn too. */
const STRENGTHS = ['opacity-20', 'opacity-35', 'opacity-55', 'opacity-75'] as const
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** Results by hour and weekday: where one wins and where one loses, and on how many trades that rests. */
export function HeatMap({ cells, title }: { cells: readonly HeatCell[]; title: string }) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const language = useLanguage()
  const known = new Map(cells.map((cell) => [cell.weekday * HOURS + cell.hour, cell]))
  const strongest = Math.max(0.01, ...cells.map(({ mean }) => Math.abs(mean)))
  const read = useReading(
    HOURS * DAYS,
    (across, down) => {
      const [hour, weekday] = [Math.floor(across * HOURS), Math.floor(down * DAYS)]
      return hour < 0 || hour >= HOURS || weekday < 0 || weekday >= DAYS ? null : weekday * HOURS + hour
    },
    { across: 1, down: HOURS },
  )
  const name = (style: 'short' | 'long') =>
    new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
  const [short, long] = [name('short'), name('long')]
  // The first of January 2024 was a Monday.
  const weekday = (index: number, format: Intl.DateTimeFormat) => format.format(Date.UTC(2024, 0, 1 + index))
  const hour = (index: number) => `${String(index).padStart(2, '0')}:00`
  const where = (index: number) => `${weekday(Math.floor(index / HOURS), long)} ${hour(index % HOURS)}`
  const say = (index: number) => {
    const cell = known.get(index)
    if (!cell || cell.count === 0) return t('heat.none', { where: where(index) })
    return t('heat.reading', { where: where(index), mean: format.r(cell.mean), count: cell.count })
  }
  return (
    <SmallChart
      title={title}
      keys={t('heat.keys')}
      read={read}
      reading={read.index === null ? '' : say(read.index)}
      columns={[
        { key: 'where', name: t('heat.weekday'), of: (cell) => where(cell.weekday * HOURS + cell.hour) },
        { key: 'mean', name: t('heat.mean'), of: ({ mean }) => format.r(mean) },
        { key: 'count', name: t('heat.count'), of: ({ count }) => format.number(count) },
      ]}
      rows={cells
        .filter(({ count }) => count > 0)
        .toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour)}
      className="ml-10 h-42"
      axes={
        <div aria-hidden className="absolute inset-y-0 left-0 w-10 text-12 text-faint">
          {Array.from({ length: DAYS }, (_, index) => (
            <span
              key={weekday(index, short)}
              className="absolute -translate-y-1/2"
              style={{ top: percent((index + 0.5) / DAYS) }}
            >
              {weekday(index, short)}
            </span>
          ))}
        </div>
      }
      below={
        <div aria-hidden className="tabular relative mt-1 ml-10 h-4 text-12 text-faint">
          {[0, 6, 12, 18].map((index) => (
            <span key={index} className="absolute" style={{ left: percent(index / HOURS) }}>
              {hour(index)}
            </span>
          ))}
        </div>
      }
    >
      <svg
        viewBox={`0 0 ${HOURS} ${DAYS}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block size-full"
      >
        {Array.from({ length: HOURS * DAYS }, (_, index) => (
          <Cell
            key={where(index)}
            index={index}
            cell={known.get(index)}
            strongest={strongest}
            pointed={read.index === index}
          />
        ))}
      </svg>
    </SmallChart>
  )
}

type CellProps = { index: number; cell: HeatCell | undefined; strongest: number; pointed: boolean }

function Cell({ index, cell, strongest, pointed }: CellProps) {
  const [x, y] = [index % HOURS, Math.floor(index / HOURS)]
  const box = { x: x + 0.05, y: y + 0.06, width: 0.9, height: 0.88 }
  const empty = !cell || cell.count === 0
  const level = empty ? 0 : Math.min(3, Math.floor((Math.abs(cell.mean) / strongest) * 4))
  const gains = (cell?.mean ?? 0) >= 0
  return (
    <g>
      <rect
        {...box}
        className={classNames(
          empty ? 'fill-grid' : gains ? 'fill-gain-mark' : 'fill-loss-mark',
          !empty && STRENGTHS[level],
        )}
      />
      {!empty && cell.mean !== 0 && (
        <path
          vectorEffect="non-scaling-stroke"
          className="stroke-text"
          d={`M${x + 0.38} ${y + 0.5}h.24${gains ? `M${x + 0.5} ${y + 0.38}v.24` : ''}`}
        />
      )}
      {pointed && (
        <rect {...box} vectorEffect="non-scaling-stroke" strokeWidth="2" className="fill-none stroke-text" />
      )}
    </g>
  )
}
