import { classNames } from '#ui/class-names.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'
import { logScale } from './log-scale.ts'

export type LogRangeRow = {
  key: string
  label: string
  definition: string
  /** How many there were. */
  note: string
  /** The half took at most this long, and nineteen in twenty; in seconds. */
  p50: number
  p95: number
  /** What was promised, in seconds; several where it was not the same for all. */
  promises?: readonly number[]
}

type Props = {
  rows: readonly LogRangeRow[]
  write: (seconds: number) => string
  words: { p50: string; p95: string; promise: string }
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_3.5rem] items-center gap-x-3 sm:grid-cols-[8.5rem_minmax(0,1fr)_3.5rem]'
const TRACK = 'relative max-sm:col-span-2 max-sm:row-start-2'

/** Durations from their median to the slowest twentieth, on one logarithmic scale. */
export function LogRange({ rows, write, words }: Props) {
  const { share, ticks } = logScale(rows.flatMap(({ p50, p95, promises = [] }) => [p50, p95, ...promises]))
  const at = (seconds: number) => ({ left: `${100 * share(seconds)}%` })
  const promised = rows.some(({ promises }) => promises && promises.length > 0)
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2.5">
        {rows.map(({ key, label, definition, note, p50, p95, promises = [] }) => (
          <li key={key} className={classNames(ROW, 'gap-y-1')}>
            <div className="min-w-0 text-13">
              <Definition term={label}>{definition}</Definition>
              <div className="tabular text-12 text-pretty text-muted">{note}</div>
            </div>
            <span aria-hidden className={classNames(TRACK, 'h-3')}>
              <span className="absolute inset-x-0 inset-y-1 rounded-pill bg-raised" />
              <span
                className="absolute inset-y-1 bg-faint"
                style={{ ...at(p50), right: `${100 - 100 * share(p95)}%` }}
              />
              {promises.map((one) => (
                <span
                  key={one}
                  className="absolute -inset-y-0.5 w-0.5 -translate-x-1/2 bg-muted"
                  style={at(one)}
                />
              ))}
              <span className={classNames(DOT, 'border-2 border-text bg-surface')} style={at(p50)} />
              <span className={classNames(DOT, 'bg-text')} style={at(p95)} />
            </span>
            <span className="tabular text-right text-13 font-semibold max-sm:col-start-2 max-sm:row-start-1">
              <span className="sr-only">
                {words.p50} {write(p50)}, {words.p95}{' '}
              </span>
              {write(p95)}
              {promises.length > 0 && (
                <span className="sr-only">
                  , {words.promise} {promises.map(write).join(', ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div aria-hidden className={classNames(ROW, 'text-12 text-muted')}>
        <span className={classNames(TRACK, 'tabular h-4 sm:col-start-2')}>
          {ticks.map((tick, index) => (
            <span
              key={tick}
              className={classNames(
                'absolute whitespace-nowrap',
                index === 0 ? '' : index === ticks.length - 1 ? '-translate-x-full' : '-translate-x-1/2',
              )}
              style={at(tick)}
            >
              {write(tick)}
            </span>
          ))}
        </span>
      </div>
      <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
        <span className="inline-flex items-center gap-1.5">
          <span className="size-2 rounded-pill border-2 border-text" />
          {words.p50}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="size-2 rounded-pill bg-text" />
          {words.p95}
        </span>
        {promised && (
          <span className="inline-flex items-center gap-1.5">
            <span className="h-3 w-0.5 bg-muted" />
            {words.promise}
          </span>
        )}
      </p>
    </div>
  )
}

const DOT = 'absolute top-0.5 size-2 -translate-x-1/2 rounded-pill'
