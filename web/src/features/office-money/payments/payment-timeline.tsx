import { Ban, FileText, Gavel, ReceiptText, ShoppingCart, Undo2, Webhook } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Timeline, type TimelineItem } from '#ui/figure/timeline.tsx'
import { useEventWords } from './event-words.ts'
import type { PaymentFile } from './payments.ts'
import { EventBadge, RawEvent } from './provider-events-desk.tsx'

const LOOK = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** All events of a payment in order: order, provider events, refunds, disputes, documents. */
export function PaymentTimeline({ payment }: { payment: PaymentFile }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const { kindWords, reasonWords } = useEventWords()
  const money = (minor: number) => format.money(minor, payment.currency)
  const { checkout } = payment
  const items: (Omit<TimelineItem, 'time'> & { at: string })[] = [
    ...(checkout
      ? [
          {
            key: 'order',
            at: checkout.created_at,
            icon: <ShoppingCart {...LOOK} />,
            title: t('timeline.order', { reference: checkout.reference }),
            children: t(`kinds.${checkout.kind}`),
          },
        ]
      : []),
    ...payment.events.map((event) => ({
      key: `event:${event.id}`,
      at: event.occurred_at,
      icon: event.state === 'refused' ? <Ban {...LOOK} /> : <Webhook {...LOOK} />,
      title: (
        <span className="flex flex-wrap items-center gap-2">
          {kindWords(event.kind)}
          {event.state !== 'processed' && <EventBadge state={event.state} />}
        </span>
      ),
      children: (
        <>
          {event.reason && (
            <p>
              {t('events.reason')} {reasonWords(event.reason)}
            </p>
          )}
          <details>
            <summary className="cursor-pointer">
              {t('events.receivedAt', { time: format.parisDateTime(event.received_at) })}
            </summary>
            <RawEvent event={event} />
          </details>
        </>
      ),
    })),
    ...payment.refunds.map((refund) => ({
      key: `refund:${refund.id}`,
      at: refund.at,
      icon: <Undo2 {...LOOK} />,
      title: t('timeline.refund', { amount: money(refund.amount) }),
      children: (
        <>
          <p>
            {t(`refund.reasons.${refund.reason}`)} · {t(`refund.states.${refund.state}`)}
            {refund.asked_by_name && ` · ${refund.asked_by_name}`}
          </p>
          {refund.words && <p className="[overflow-wrap:anywhere] text-text">{refund.words}</p>}
          {refund.claim_url && (
            <p>
              {t('refund.toFetch')}{' '}
              <a
                href={refund.claim_url}
                target="_blank"
                rel="noopener noreferrer"
                className="[overflow-wrap:anywhere] underline"
              >
                {refund.claim_url}
              </a>
            </p>
          )}
        </>
      ),
    })),
    ...payment.disputes.map((dispute) => ({
      key: `dispute:${dispute.id}`,
      at: dispute.at,
      icon: <Gavel {...LOOK} />,
      title: t('timeline.dispute', { amount: money(dispute.amount) }),
      children: (
        <p>
          {t(`disputes.${dispute.state}`)}
          {dispute.state === 'open' &&
            dispute.due_by &&
            ` · ${t('timeline.dueBy', { day: format.parisDateTime(dispute.due_by) })}`}
        </p>
      ),
    })),
    ...payment.invoices.map((invoice) => ({
      key: `invoice:${invoice.number}`,
      at: invoice.issued_at,
      icon: invoice.kind === 'invoice' ? <FileText {...LOOK} /> : <ReceiptText {...LOOK} />,
      title: t(`timeline.${invoice.kind}`, { number: invoice.number }),
      children: money(invoice.total),
    })),
  ]
  return (
    <Timeline
      items={items
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
        .map(({ at, ...item }) => ({ ...item, time: format.parisDateTime(at) }))}
    />
  )
}
