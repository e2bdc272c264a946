import type { ScoreRow } from 'trading/statements/scores'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

/** Stated and observed frequencies by tenth of probability, each with its count and its interval. */
export function Calibration({ author_kind, bins }: ScoreRow) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const cell = 'tabular px-3 py-1.5 text-right whitespace-nowrap'
  const head = 'px-3 py-2 text-right font-medium'
  return (
    <section className="overflow-x-auto border-t border-line px-2 py-4">
      <h3 className="px-3 text-14 font-semibold">
        {t('statements.calibration', { author: t(`statements.author.${author_kind as 'analyst'}`) })}
      </h3>
      <p className="px-3 text-12 text-muted">{t('statements.fewBins')}</p>
      <table className="mt-2 w-full text-13">
        <caption className="sr-only">{t('statements.calibrationCaption')}</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {t('statements.stated')}
            </th>
            <th scope="col" className={head}>
              {t('statements.n')}
            </th>
            <th scope="col" className={head}>
              {t('statements.happened')}
            </th>
            <th scope="col" className={`${head} max-sm:hidden`}>
              {t('statements.interval')}
            </th>
            <th scope="col" className="w-1/3 px-3 py-2 sm:w-1/2">
              <span className="sr-only">{t('statements.bar')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ from, n, stated, rate, low, high }) => (
            <tr key={from}>
              <th scope="row" className="tabular px-3 py-1.5 text-left font-normal">
                {format.percent(stated)}
              </th>
              <td className={cell}>{format.number(n)}</td>
              <td className={cell}>{format.percent(rate)}</td>
              <td className={`${cell} text-muted max-sm:hidden`}>
                {t('statements.band', { low: format.percent(low), high: format.percent(high) })}
              </td>
              <td className="px-3">
                <Interval low={Number(low)} high={Number(high)} rate={Number(rate)} stated={Number(stated)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const at = (share: number) => `${(share * 100).toFixed(1)}%`

/** The interval on a scale from 0 to 100 %, from left to right; the figures are shown next to it. */
function Interval({ low, high, rate, stated }: Record<'low' | 'high' | 'rate' | 'stated', number>) {
  return (
    <span aria-hidden className="relative block h-4">
      <i className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <i
        className="absolute top-1/2 h-0.5 -translate-y-1/2 rounded-full bg-muted"
        style={{ left: at(low), right: at(1 - high) }}
      />
      <i className="absolute top-1/2 size-2 -translate-1/2 rounded-full bg-text" style={{ left: at(rate) }} />
      <i className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-lamp" style={{ left: at(stated) }} />
    </span>
  )
}
