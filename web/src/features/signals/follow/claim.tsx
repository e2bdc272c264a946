import { Scale } from 'lucide-react'
import type { Decimal } from 'trading/decimal'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

type Props = { claimed: string; now: { price: string; r: Decimal; pips: Decimal } }

/** The gain that a message announces beside the one that the market gives: only the latter is recorded. */
export function Claim({ claimed, now }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const pips = `${now.pips.greaterThan(0) ? '+' : ''}${format.number(now.pips.toNumber(), 1)}`
  return (
    <div className="grid gap-1 rounded-card border border-line p-4 text-13">
      <p className="flex items-start gap-2 font-medium">
        <Scale size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden />
        {t('follow.claim', { claimed, pips })}
      </p>
      <p className="text-muted">{t('follow.recorded', { r: format.r(now.r), price: now.price })}</p>
    </div>
  )
}
