import { CalendarClock, CreditCard, DoorOpen, Undo2 } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Period } from '#lib/money/plan.ts'
import { Card } from '#ui/card.tsx'
import { renewalOf } from './renewal.ts'

const TERMS = [
  { key: 'renew', Icon: CalendarClock },
  { key: 'withdraw', Icon: Undo2 },
  { key: 'cancel', Icon: DoorOpen },
  { key: 'pay', Icon: CreditCard },
] as const

/** The terms before paying: what renews when, how to withdraw and cancel, and the payment methods. */
export function Terms({ period }: { period: Period }) {
  const { t } = useTranslation('subscriptions')
  const format = useFormat()
  const date = format.date(renewalOf(new Date(), period))
  return (
    <section aria-labelledby="terms" className="mt-10">
      <h2 id="terms" className="mb-4 text-16 font-semibold">
        {t('terms.title')}
      </h2>
      <Card className="grid overflow-hidden md:grid-cols-2">
        {TERMS.map(({ key, Icon }) => (
          <div
            key={key}
            className="grid grid-cols-[16px_1fr] gap-x-3 border-line p-5 not-first:border-t md:nth-2:border-t-0 md:even:border-l"
          >
            <Icon size={16} strokeWidth={1.75} className="mt-0.5 text-muted" aria-hidden />
            <div>
              <h3 className="font-semibold">{t(`terms.${key}.title`)}</h3>
              <p className="mt-1 text-pretty text-muted">
                {key === 'renew' ? t(`terms.renew.${period}`, { date }) : t(`terms.${key}.text`)}
              </p>
            </div>
          </div>
        ))}
      </Card>
    </section>
  )
}
