import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type PendingOrder, pendingOrderQuery } from '#lib/money/money.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

type Props = {
  userId: string
  /** Where card orders are made, and resumed by ordering again. */
  ordering?: boolean
}

/** An order that waits, for a member who left its page (3-D Secure, crypto); nothing without one. */
export function PendingOrderCard({ userId, ordering = false }: Props) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const { data: order } = useQuery({ ...pendingOrderQuery(userId), enabled: userId !== '' })
  const plans = useQuery(plansOnSale)
  if (!order || (ordering && waitsFor(order) === 'card')) return null
  const plan = plans.data?.find(({ slug }) => slug === order.plan)?.name[i18n.language] ?? order.plan
  const kind = waitsFor(order)
  const acts = kind !== 'seen' && kind !== 'sent'
  return (
    <Card className="border-line-strong">
      <section
        aria-label={t(`pending.title.${kind}`)}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:px-6"
      >
        <Hourglass size={20} strokeWidth={1.75} className="shrink-0 text-warn" aria-hidden />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="font-semibold">{t(`pending.title.${kind}`)}</h2>
          <p className="text-13 text-pretty text-muted">
            {t('pending.text', {
              plan: t(`facts.item.${order.period}`, { plan }),
              amount: format.money(order.total, order.currency),
              reference: order.reference,
            })}{' '}
            {kind === 'crypto' ? t('pending.until', { time: format.time(order.expires_at) }) : null}
          </p>
        </div>
        <Button asChild variant={acts ? 'inverse' : 'outline'}>
          <Link to={`/payment-success?commande=${order.id}`}>
            {t(acts ? 'pending.resume' : 'pending.see')}
          </Link>
        </Button>
      </section>
    </Card>
  )
}

type Wait = 'crypto' | 'seen' | 'bank' | 'sent' | 'card'

function waitsFor({ means, state, provider }: PendingOrder): Wait {
  if (means === 'crypto') return state === 'waiting' ? 'seen' : 'crypto'
  if (state === 'open') return 'card'
  // The sandbox waits for nothing but its bank.
  return provider === 'sandbox' ? 'bank' : 'sent'
}
