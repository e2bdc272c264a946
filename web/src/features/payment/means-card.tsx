import { Bitcoin, CreditCard } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Means, MoneyRefusal, PaymentProvider, TestCard } from '#lib/money/money.ts'
import { TestCardFields } from '#parts/money/test-card-fields.tsx'
import { Card } from '#ui/card.tsx'
import { RADIO } from '#ui/form/radio.tsx'

type Props = {
  offered: readonly { means: Means; provider: PaymentProvider }[]
  means: Means
  onMeans: (means: Means) => void
  card: TestCard
  onCard: (card: TestCard) => void
  refusal: MoneyRefusal | null
}

const ICONS = { card: CreditCard, crypto: Bitcoin } as const

/** The payment methods that are configured. If a provider takes over, that is said beforehand. */
export function MeansCard({ offered, means, onMeans, card, onCard, refusal }: Props) {
  const { t } = useTranslation('payment')
  const name = useId()
  return (
    <Card className="p-4 md:p-6">
      <h2 id={`${name}-title`} className="mb-4 font-semibold">
        {t('means.title')}
      </h2>
      <div
        role="radiogroup"
        aria-labelledby={`${name}-title`}
        className="divide-y divide-line-strong rounded-card border border-line-strong"
      >
        {offered.map(({ means: one, provider }) => {
          const Icon = ICONS[one]
          const note: ReactNode =
            provider === 'sandbox' ? t(`means.${one}.note`) : t(`means.${one}.${provider as 'stripe'}`)
          return (
            <div key={one} className="p-4">
              <label className="relative flex cursor-pointer items-start gap-3 pointer-coarse:min-h-target">
                <input
                  type="radio"
                  name={name}
                  value={one}
                  checked={one === means}
                  onChange={() => onMeans(one)}
                  aria-describedby={`${name}-${one}`}
                  className={RADIO}
                />
                <Icon size={20} strokeWidth={1.5} className="shrink-0 text-muted" aria-hidden />
                <span className="grid min-w-0 gap-0.5">
                  <span className="font-semibold">{t(`means.${one}.title`)}</span>
                  <span id={`${name}-${one}`} className="text-13 text-pretty text-muted">
                    {note}
                  </span>
                </span>
              </label>
              {one === means && one === 'card' && provider === 'sandbox' ? (
                <div className="mt-4 sm:pl-7">
                  <TestCardFields card={card} onChange={onCard} refusal={refusal} />
                </div>
              ) : null}
            </div>
          )
        })}
      </div>
    </Card>
  )
}
