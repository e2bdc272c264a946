import { useState } from 'react'
import { ChartTable, DataToggle } from '#charts/small/chart-table.tsx'
import { roundTicks } from '#charts/small/ticks.ts'
import type { Indicator } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useValue } from '#parts/announcements/use-announcement-words.ts'
import { classNames } from '#ui/class-names.ts'

export type Release = {
  at: string
  forecast: string | null
  actual: string | null
  /** Whether the surprise was good for the currency; null without a surprise or a good direction. */
  good: boolean | null
}

type Props = {
  releases: readonly Release[]
  /** The forecast of the release to come. */
  next: { at: string; forecast: string } | null
  indicator: Pick<Indicator, 'unit'> | null
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** What an indicator's releases brought: a dash for the forecast, a dot for the published value, the one to come at the right. */
export function HistoryChart({ releases, next, indicator }: Props) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const value = useValue()
  const [asTable, setAsTable] = useState(false)
  const figures = [...releases.flatMap(({ forecast, actual }) => [forecast, actual]), next?.forecast]
    .filter((one) => one != null)
    .map(Number)
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const room = (most - least || Math.abs(most) || 1) * 0.15
  const [low, high] = [least - room, most + room]
  const y = (figure: string | number) => percent(1 - (Number(figure) - low) / (high - low))
  const places = releases.length + (next ? 1 : 0)
  const x = (place: number) => percent((place + 0.5) / places)
  const digits = Math.max(0, ...figures.map((one) => (String(one).split('.')[1] ?? '').length))
  const month = (at: string) =>
    new Intl.DateTimeFormat(document.documentElement.lang, { month: 'short' }).format(new Date(at))
  return (
    <figure className="grid gap-1">
      <figcaption className="flex items-center gap-3">
        <h3 className="font-semibold">{t('history.title', { count: releases.length })}</h3>
        <span aria-hidden className="ml-auto flex items-center gap-3 text-12 text-muted max-sm:hidden">
          <span className="flex items-center gap-1.5">
            <i className="h-0.5 w-3.5 bg-muted" />
            {t('columns.forecast')}
          </span>
          <span className="flex items-center gap-1.5">
            <i className="size-2 rounded-pill bg-text" />
            {t('columns.actual')}
          </span>
        </span>
        <span className="max-sm:ml-auto">
          <DataToggle on={asTable} onChange={setAsTable} />
        </span>
      </figcaption>
      {asTable ? (
        <ChartTable
          caption={t('history.title', { count: releases.length })}
          columns={[
            { key: 'at', name: t('history.at'), of: ({ at }: Release) => format.dateTime(at) },
            {
              key: 'forecast',
              name: t('columns.forecast'),
              of: ({ forecast }) => value(forecast, indicator),
            },
            { key: 'actual', name: t('columns.actual'), of: ({ actual }) => value(actual, indicator) },
          ]}
          rows={releases.toReversed()}
        />
      ) : (
        <div
          role="img"
          aria-label={t('history.says', { count: releases.length })}
          className="relative mt-2 h-37"
        >
          <div className="absolute inset-x-0 top-0 bottom-6 mr-10">
            {roundTicks(low, high, 3).map((tick) => (
              <span key={tick} style={{ top: y(tick) }} className="absolute inset-x-0 border-t border-grid">
                <span className="tabular absolute left-full ml-2 -translate-y-1/2 text-12 text-muted">
                  {format.number(tick, digits)}
                </span>
              </span>
            ))}
            {releases.map(({ at, forecast, actual, good }, place) => (
              <span key={at} style={{ left: x(place) }} className="absolute inset-y-0">
                {forecast !== null && actual !== null && forecast !== actual && (
                  <i
                    style={{
                      top: y(Math.max(Number(forecast), Number(actual))),
                      bottom: `calc(100% - ${y(Math.min(Number(forecast), Number(actual)))})`,
                    }}
                    className="absolute w-px -translate-x-1/2 bg-line-strong"
                  />
                )}
                {forecast !== null && (
                  <i
                    style={{ top: y(forecast) }}
                    className="absolute h-0.5 w-3.5 -translate-x-1/2 -translate-y-1/2 bg-muted"
                  />
                )}
                {actual !== null && (
                  <i
                    style={{ top: y(actual) }}
                    className={classNames(
                      'absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-pill',
                      good === null ? 'bg-text' : good ? 'bg-gain-mark' : 'bg-loss-mark',
                    )}
                  />
                )}
                {place % 2 === 1 && !(next && place === releases.length - 1) && (
                  <span className="absolute top-full mt-2 -translate-x-1/2 text-12 whitespace-nowrap text-muted">
                    {month(at)}
                  </span>
                )}
              </span>
            ))}
            {next && (
              <span style={{ left: x(releases.length) }} className="absolute inset-y-0">
                <i
                  style={{ top: y(next.forecast) }}
                  className="absolute h-0.5 w-4 -translate-x-1/2 -translate-y-1/2 bg-lamp-edge"
                />
                <b
                  style={{ top: y(next.forecast) }}
                  className="tabular absolute -mt-5 -translate-x-1/2 text-12 font-semibold"
                >
                  {format.number(next.forecast, digits)}
                </b>
                <span className="tabular absolute top-full mt-2 -translate-x-1/2 text-12">
                  {format.time(next.at)}
                </span>
              </span>
            )}
          </div>
        </div>
      )}
    </figure>
  )
}
