import { classNames } from '#ui/class-names.ts'
import type { ClockPlaces } from './clock.ts'

type Props = {
  places: ClockPlaces
  description: string
  /** In a row: a thin track with its needle alone. */
  small?: boolean
  /** A solved ticket's needle has the colour of text: the brand's colour means "now". */
  ended?: boolean
  className?: string
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** Time until a promise on one line: passed time, pauses hatched, the first promise, the answer as a hollow dot, the needle. */
export function ClockRuler({ places, description, small = false, ended = false, className }: Props) {
  const { needle, answered, firstPromise, pauses, left } = places
  const late = left < 0
  return (
    <div
      role="img"
      aria-label={description}
      className={classNames(
        'relative bg-raised',
        small ? 'h-1 rounded-[2px]' : 'h-2 rounded-[4px]',
        className,
      )}
    >
      <i
        className={classNames(
          'absolute inset-y-0 left-0 rounded-l-[4px]',
          late ? 'bg-loss-mark' : 'bg-line-strong',
        )}
        style={{ width: percent(needle) }}
      />
      {!small && (
        <>
          {pauses.map(({ from, to }) => (
            <i
              key={from}
              className="hatched absolute inset-y-0 bg-surface"
              style={{ left: percent(from), width: percent(to - from) }}
            />
          ))}
          {firstPromise < 1 && (
            <i className="absolute inset-y-0 w-0.5 bg-muted" style={{ left: percent(firstPromise) }} />
          )}
          {answered !== null && (
            <i
              className="absolute -top-0.5 -ml-1.5 size-3 rounded-pill bg-surface ring-2 ring-text ring-inset"
              style={{ left: percent(answered) }}
            />
          )}
        </>
      )}
      {/* Only the needle moves, by its transform: the track's width carries it, from the left, where it widens no page. */}
      <span
        className="pointer-events-none absolute inset-y-0 right-full w-full transition-transform motion-reduce:transition-none"
        style={{ transform: `translateX(${percent(needle)})` }}
      >
        <i
          className={classNames(
            'absolute right-0 rounded-[2px] ring-2 ring-surface',
            small ? '-top-[3px] -mr-0.5 h-2.5 w-1' : '-top-1 -mr-0.5 h-4 w-1',
            ended ? 'bg-text' : 'bg-lamp-edge',
          )}
        />
      </span>
    </div>
  )
}
