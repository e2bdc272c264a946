import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { useCountdown } from './use-countdown.ts'

type Props = { from: string; until: string; className?: string }

/** How long the rate holds: the time left, its end, and now as a needle on the whole time. */
export function CryptoClock({ from, until, className }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { minutes, seconds, share } = useCountdown(from, until)
  const left = t('invoice.clock', { minutes, seconds })
  const place = `${share * 100}%`
  return (
    <div className={className}>
      <p className="tabular mb-2 flex flex-wrap justify-between gap-x-3 text-13 text-muted">
        <span>
          <Trans
            t={t}
            i18nKey="invoice.left"
            values={{ left }}
            components={{ strong: <strong className="font-semibold text-text" /> }}
          />
        </span>
        <span>{t('invoice.leftUntil', { time: format.timeWithSeconds(until) })}</span>
      </p>
      <div
        role="progressbar"
        aria-label={t('crypto.left')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={left}
        className="relative h-1 rounded-pill bg-line-strong"
      >
        <span className="absolute inset-y-0 left-0 rounded-pill bg-muted" style={{ width: place }} />
        <span
          className="absolute top-1/2 h-3 w-1 -translate-x-1/2 -translate-y-1/2 rounded-pill bg-lamp-edge"
          style={{ left: place }}
        />
      </div>
    </div>
  )
}
