import { Info } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Contract, EndPurpose } from './contract-end.ts'

export type EndRefusal = 'address_wrong' | 'code_wrong' | 'price_moved' | 'too_often' | 'failed'

type Props = {
  purpose: EndPurpose
  contract: Contract | null
  busy: boolean
  refusal: EndRefusal | null
  onConfirm: () => void
}

/** The second step: the contract, its end date and the exact refund, then the confirmation. */
export function EndReview({ purpose, contract, busy, refusal, onConfirm }: Props) {
  const { t, i18n } = useTranslation('legal')
  const format = useFormat()
  const info = <Info size={16} strokeWidth={1.75} aria-hidden />
  if (!contract) return <Notice icon={info}>{t('end.none')}</Notice>
  const { withdrawal } = contract
  const money = (amount: number) => format.money(amount, contract.currency)
  const until = format.parisLongDay(contract.ends_at)
  const facts = [
    {
      name: t('end.contract'),
      value: t(`end.period.${contract.period}`, {
        plan: contract.plan[i18n.language],
        amount: money(contract.amount),
      }),
    },
    { name: t('end.concluded'), value: format.parisLongDay(contract.started_at) },
  ]
  if (purpose === 'cancel' && contract.state === 'canceled') {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Facts rows={facts} />
        <Notice icon={info}>{t('end.cancel.already', { date: until })}</Notice>
      </div>
    )
  }
  if (purpose === 'withdraw' && !withdrawal.possible) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Facts rows={facts} />
        <Notice icon={info}>
          {t('end.withdraw.over', { date: format.parisLongDay(withdrawal.until) })}{' '}
          <Link to="/resiliation">{t('end.cancel.label')}</Link>
        </Notice>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {refusal ? <Notice refusal>{t(`end.refusals.${refusal}`)}</Notice> : null}
      <Facts
        rows={
          purpose === 'cancel'
            ? [
                ...facts,
                { name: t('end.cancel.effect'), value: t('end.cancel.effectText', { date: until }) },
                { name: t('end.cancel.charged'), value: t('end.cancel.chargedText') },
              ]
            : [
                ...facts,
                {
                  name: t('end.withdraw.paid'),
                  value: <span className="tabular">{money(withdrawal.paid)}</span>,
                },
                {
                  name: t('end.withdraw.used', { count: withdrawal.days_used, days: withdrawal.days }),
                  value: <span className="tabular">{money(-withdrawal.used)}</span>,
                },
                {
                  name: t('end.withdraw.refund'),
                  value: <strong className="tabular font-semibold">{money(withdrawal.refund)}</strong>,
                },
                { name: t('end.withdraw.effect'), value: t(`end.withdraw.effectText.${contract.means}`) },
              ]
        }
      />
      <div>
        <Button
          variant="primary"
          size="lg"
          block
          className="sm:w-auto"
          busy={busy}
          disabled={busy}
          onClick={onConfirm}
        >
          {t(`end.${purpose}.confirm`)}
        </Button>
      </div>
    </div>
  )
}
