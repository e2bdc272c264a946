import { useQuery } from '@tanstack/react-query'
import type { InstrumentRecord } from 'trading/ideas/instrument-records'
import { instrumentRecordsQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { classNames } from '#ui/class-names.ts'
import { Definition } from '#ui/overlay/tooltip.tsx'

type Props = { member: string; symbol?: string | null }

/** How well an author's probabilities did on each instrument, with number and interval; the one that is looked at first. */
export function InstrumentRecords({ member, symbol }: Props) {
  const { t } = useTranslation('ideas')
  const { data: instruments } = useQuery(instrumentsQuery)
  const { data: rows = [] } = useQuery(instrumentRecordsQuery(member))
  if (rows.length === 0) return null
  const name = (of: string) => instruments?.find((one) => one.symbol === of)?.name ?? of
  const ordered = [...rows].sort(
    (one, other) => Number(other.symbol === symbol) - Number(one.symbol === symbol),
  )
  return (
    <section className="border-b border-line px-5 py-5">
      <h2 className="mb-3 font-semibold">
        <Definition term={t('byInstrument.title')}>{t('byInstrument.is')}</Definition>
      </h2>
      <ul className="divide-y divide-line">
        {ordered.map((row) => (
          <li key={row.symbol} className="grid gap-1 py-2.5 first:pt-0 last:pb-0">
            <p className="flex items-baseline justify-between gap-3">
              <b
                className={classNames(
                  'min-w-0 truncate',
                  row.symbol === symbol ? 'font-semibold' : 'font-medium',
                )}
              >
                {name(row.symbol)}
              </b>
              <span className="tabular shrink-0 text-13 text-muted">
                {t('calibration.scored', { count: row.n })}
              </span>
            </p>
            <Figures row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Figures({ row }: { row: InstrumentRecord }) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const percent = (value: string | null) => format.percent(value === null ? null : Number(value))
  if (row.rate === null) return <p className="text-13 text-muted">{t('byInstrument.few')}</p>
  const line = (label: string, value: string, interval: string) => (
    <div className="flex items-baseline justify-between gap-3 text-13">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular text-right">
        {value} <span className="text-muted">{interval}</span>
      </dd>
    </div>
  )
  return (
    <dl>
      {line(
        t('calibration.title'),
        t('byInstrument.came', { stated: percent(row.stated), rate: percent(row.rate) }),
        t('byInstrument.interval', { low: percent(row.rate_low), high: percent(row.rate_high) }),
      )}
      {row.auc !== null &&
        line(
          t('calibration.discrimination'),
          percent(row.auc),
          t('byInstrument.interval', { low: percent(row.auc_low), high: percent(row.auc_high) }),
        )}
    </dl>
  )
}
