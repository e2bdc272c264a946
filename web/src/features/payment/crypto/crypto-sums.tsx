import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Checkout } from '#lib/money/money.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'

/** What is bought, with its tax, and that nothing is charged after it. */
export function CryptoSums({ checkout }: { checkout: Checkout }) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const plans = useQuery(plansOnSale)
  const { plan: slug, period, net, tax, tax_rate, total, currency } = checkout
  const plan = plans.data?.find((one) => one.slug === slug)?.name[i18n.language] ?? slug
  const rate = format.percent(tax_rate / 100, Number.isInteger(Number(tax_rate)) ? 0 : 1)
  return (
    <section className="tabular p-5 md:p-6" aria-label={t('summary.title')}>
      <dl className="grid gap-2">
        <Sum label={t(`summary.item.${period}`, { plan })} amount={format.money(net, currency)} />
        {tax > 0 ? <Sum label={t('summary.tax', { rate })} amount={format.money(tax, currency)} /> : null}
        <Sum strong label={t('invoice.total')} amount={format.money(total, currency)} />
      </dl>
      <p className="mt-3 text-12 text-pretty text-muted">{t('invoice.once')}</p>
    </section>
  )
}

const Sum = ({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) => (
  <div
    className={`flex items-baseline justify-between gap-4 ${strong ? 'border-t border-line pt-2 font-semibold' : 'text-muted'}`}
  >
    <dt>{label}</dt>
    <dd className={strong ? undefined : 'text-text'}>{amount}</dd>
  </div>
)
