import { useState } from 'react'
import { ChartTable, DataToggle } from '#charts/small/chart-table.tsx'
import { axisSpan, roundTicks } from '#charts/small/ticks.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

export const SIGNS = ['above', 'in_line', 'below'] as const
export type Sign = (typeof SIGNS)[number]

/** The move of an instrument after its releases of one sign, in its unit: median, and what lies between one and nine in ten. */
export type Reaction = {
  sign: Sign
  minutes: number
  n: number
  median: number
  p10: number
  p90: number
}
/** A level of the reader's open signal, as a distance from the price now. */
export type OwnLevel = { kind: 'stop' | 'target'; away: number; name: string }

type Props = {
  name: string
  /** Of all distances here: pips, points or a currency. */
  unit: string
  reactions: readonly Reaction[]
  levels: readonly OwnLevel[]
  note: string
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** The measured reaction by sign of the surprise at 5, 15 and 60 minutes, with the member's own stop and target drawn in. */
export function ReactionChart({ name, unit, reactions, levels, note }: Props) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const [asTable, setAsTable] = useState(false)
  const { low, high } = axisSpan([
    ...reactions.flatMap(({ p10, p90 }) => [p10, p90]),
    ...levels.map(({ away }) => away),
  ])
  const x = (away: number) => percent((away - low) / (high - low))
  const moved = (figure: number) =>
    format.signed(figure, Math.abs(figure) < 10 && !Number.isInteger(figure) ? 1 : 0)
  const title = t('reaction.title', { instrument: name })
  return (
    <figure className="grid gap-1">
      <figcaption>
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-semibold">{title}</h3>
          <DataToggle on={asTable} onChange={setAsTable} />
        </div>
        <p className="text-13 text-pretty text-muted">{note}</p>
      </figcaption>
      {asTable ? (
        <ChartTable
          caption={title}
          columns={[
            {
              key: 'sign',
              name: t('reaction.sign'),
              of: ({ sign, minutes }: Reaction) =>
                `${t(`reaction.signs.${sign}`)}, ${t('reaction.minutes', { count: minutes })}`,
            },
            { key: 'n', name: 'n', of: ({ n }) => format.number(n) },
            { key: 'median', name: t('reaction.median'), of: ({ median }) => moved(median) },
            { key: 'p10', name: 'P10', of: ({ p10 }) => moved(p10) },
            { key: 'p90', name: 'P90', of: ({ p90 }) => moved(p90) },
          ]}
          rows={reactions}
        />
      ) : (
        <div
          role="img"
          aria-label={t('reaction.says', { instrument: name, unit })}
          className="relative mt-2 grid gap-y-3 pt-6 pb-6 text-12"
        >
          <span className="absolute top-0 left-0 w-22 text-right text-muted">{t('reaction.min')}</span>
          <span className="absolute top-0 right-0 text-muted">{unit}</span>
          <div className="pointer-events-none absolute inset-y-0 right-11 left-25">
            {roundTicks(low, high, 5).map((tick) => (
              <span
                key={tick}
                style={{ left: x(tick) }}
                className={`absolute top-5 bottom-5 border-l ${tick === 0 ? 'border-control' : 'border-grid'}`}
              >
                <span className="tabular absolute top-full mt-1 -translate-x-1/2 text-muted">
                  {format.signed(tick, 0)}
                </span>
              </span>
            ))}
            {levels.map(({ kind, away: at, name: level }) => (
              <span
                key={kind}
                style={{ left: x(at) }}
                className={`absolute top-4 bottom-5 border-l ${kind === 'stop' ? 'border-loss-mark text-loss' : 'border-gain-mark text-gain'}`}
              >
                <span
                  className={`tabular absolute bottom-full whitespace-nowrap ${(at - low) / (high - low) < 0.2 ? '-left-1' : (at - low) / (high - low) > 0.8 ? '-right-1' : '-translate-x-1/2'}`}
                >
                  {level}
                </span>
              </span>
            ))}
          </div>
          {SIGNS.map((sign) => {
            const rows = reactions.filter((row) => row.sign === sign)
            return (
              rows.length > 0 && (
                <div key={sign} className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-2">
                  <p>
                    <b className="block font-semibold whitespace-nowrap">{t(`reaction.signs.${sign}`)}</b>
                    <span className="tabular text-muted">{t('reaction.n', { count: rows[0]?.n ?? 0 })}</span>
                  </p>
                  <div>
                    {rows.map(({ minutes, median, p10, p90 }) => (
                      <div
                        key={minutes}
                        className="grid h-4 grid-cols-[16px_minmax(0,1fr)_44px] items-center gap-x-3"
                      >
                        <span className="tabular text-right text-muted">{minutes}</span>
                        <span className="relative h-full">
                          <i
                            style={{ left: x(p10), right: `calc(100% - ${x(p90)})` }}
                            className="absolute top-1.25 h-1.5 rounded-[3px] bg-line-strong"
                          />
                          <i
                            style={{ left: x(median) }}
                            className="absolute top-0.5 h-3 w-0.75 -translate-x-1/2 rounded-[1.5px] bg-text"
                          />
                        </span>
                        <span className="tabular -ml-3 text-right">{moved(median)}</span>
                      </div>
                    ))}
                  </div>
                </div>
              )
            )
          })}
        </div>
      )}
    </figure>
  )
}
