import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { type Blackout, type DayFacts, nextBlackout } from './day-state.ts'
import { type Anchor, type Deadline, watchLine } from './watch-line.ts'

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const ANCHORS: Readonly<Record<Anchor, string>> = {
  start: '',
  middle: '-translate-x-1/2',
  end: '-translate-x-full',
}
const LABEL = 'absolute top-0 text-12 leading-4 font-medium whitespace-nowrap'

/** The rest of the day on one line: past, now, blackouts hatched, a tick for each deadline. */
export function Watch({
  facts: { now, blackouts },
  deadlines,
}: {
  facts: Pick<DayFacts, 'now' | 'blackouts'>
  deadlines: readonly Deadline[]
}) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const crossing = blackouts.filter(({ crossed }) => crossed > 0)
  const said = ({ from, to, currency }: Blackout) =>
    t('watch.blackout', { from: format.time(from), to: format.time(to), currency })
  const line = watchLine({
    now,
    nowLabel: format.time(now),
    blackouts: crossing,
    blackoutLabel: said,
    deadlines,
  })
  const next = nextBlackout({ now, blackouts })
  const ahead = deadlines.filter(({ at }) => at > now && at <= line.midnight)
  return (
    <figure className="min-w-0">
      <figcaption className="sr-only">
        {[
          t('watch.label', { time: format.time(now) }),
          ...crossing.filter(({ to, from }) => to > now && from < line.midnight).map(said),
          ...ahead.map(({ at, name }) => `${format.time(at)} ${name}`),
        ].join('. ')}
      </figcaption>
      <div aria-hidden className="tabular">
        <p className="flex gap-3 text-12 leading-4 font-medium md:hidden">
          <span className="text-lamp-text">{format.time(now)}</span>
          {next && <span className="truncate text-loss">{said(next)}</span>}
        </p>
        <div className="relative h-4 max-md:hidden">
          <span
            className={classNames(LABEL, 'text-lamp-text', ANCHORS[line.nowAnchor])}
            style={{ left: percent(line.now) }}
          >
            {format.time(now)}
          </span>
          {line.blackouts.map(
            ({ from, label }) =>
              label && (
                <span
                  key={from}
                  className={classNames(LABEL, 'text-loss', ANCHORS[label.anchor])}
                  style={{ left: percent(label.place) }}
                >
                  {label.text}
                </span>
              ),
          )}
          {line.ticks.map(
            ({ key, label }) =>
              label && (
                <span
                  key={key}
                  className={classNames(LABEL, ANCHORS[label.anchor])}
                  style={{ left: percent(label.place) }}
                >
                  {label.text}
                </span>
              ),
          )}
        </div>
        <div className="relative my-1.5 h-2 rounded-[4px] bg-raised">
          <i
            className="absolute inset-y-0 left-0 rounded-l-[4px] bg-control"
            style={{ width: percent(line.now) }}
          />
          {line.blackouts.map(({ from, to, at }) => (
            <span key={from} className="contents">
              <i
                className="hatched-closed absolute -inset-y-1 min-w-1 rounded-[2px] opacity-70"
                style={{ left: percent(from), width: percent(to - from) }}
              />
              {at !== null && (
                <i
                  className="absolute -inset-y-1.5 -ml-px w-0.5 bg-loss-mark"
                  style={{ left: percent(at) }}
                />
              )}
            </span>
          ))}
          {line.ticks.map(({ key, place }) => (
            <i
              key={key}
              className="absolute -inset-y-1 -ml-px w-0.5 bg-muted"
              style={{ left: percent(place) }}
            />
          ))}
          <i
            className="absolute -inset-y-1 -ml-0.5 w-1 rounded-[2px] bg-lamp-edge ring-2 ring-bg"
            style={{ left: percent(line.now) }}
          />
        </div>
        <div className="relative h-4 text-12 text-muted">
          {line.hours.map(({ at, place, anchor, narrow }) => (
            <span
              key={at}
              className={classNames('absolute top-0', ANCHORS[anchor], !narrow && 'max-md:hidden')}
              style={{ left: percent(place) }}
            >
              {at === line.midnight ? t('watch.midnight') : format.time(at)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}
