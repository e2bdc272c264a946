import { ArrowDownToLine, BadgeCheck, Check, CircleDashed, FileText } from 'lucide-react'
import type { CryptoInvoice, CryptoMethod } from 'payments/crypto-invoice'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Checkout } from '#lib/money/money.ts'
import { Timeline, type TimelineItem } from '#ui/figure/timeline.tsx'
import { type CryptoStage, stageOf } from './crypto-stage.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const NOW = { send: 'awaited', part: 'rest', seen: 'confirming' } as const satisfies Record<
  CryptoStage,
  string
>

const BLOCK_MINUTES = 10

type Props = { checkout: Checkout; invoice: CryptoInvoice; method: CryptoMethod }

/** What has happened to a crypto payment, what is under way, and what follows. */
export function CryptoSteps({ checkout, invoice, method }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { coin, network, rate, amount, due, transfers } = method
  const stage = stageOf(method)
  const { confirmations } = invoice
  // A block of Bitcoin takes ten minutes on average; other networks are not timed.
  const usual =
    coin === 'BTC' && network === 'Bitcoin' && confirmations > 0
      ? t('invoice.about', { count: confirmations * BLOCK_MINUTES })
      : null
  const wanted = t('invoice.confirmations', { count: confirmations })
  const items: TimelineItem[] = [
    {
      key: 'issued',
      icon: <FileText {...icon} />,
      title: t('invoice.issued'),
      time: format.timeWithSeconds(checkout.created_at),
      children: t('invoice.issuedText', {
        amount: `${amount} ${coin}`,
        rate: format.money(Math.round(Number(rate) * 100), checkout.currency),
      }),
    },
    ...transfers.map((transfer, place) => ({
      key: `transfer ${place}`,
      icon: transfer.settled ? <Check {...icon} /> : <ArrowDownToLine {...icon} />,
      title: t(transfer.settled ? 'invoice.confirmed' : 'invoice.seen'),
      time: format.timeWithSeconds(transfer.at),
      children: (
        <>
          <span className="tabular">
            {transfer.amount} {coin}
          </span>
          {transfer.hash ? (
            <>
              , <code title={transfer.hash}>{`${transfer.hash.slice(0, 6)}…${transfer.hash.slice(-4)}`}</code>
            </>
          ) : null}
        </>
      ),
    })),
    {
      key: 'now',
      icon: <CircleDashed {...icon} />,
      title: t(`invoice.${NOW[stage]}`),
      time: (stage === 'seen' && usual) || t('invoice.now'),
      children: (
        <span className="tabular">
          {stage === 'seen'
            ? wanted
            : t('invoice.until', {
                amount: `${due} ${coin}`,
                time: format.timeWithSeconds(invoice.expiresAt),
              })}
        </span>
      ),
      current: true,
    },
    ...(stage === 'seen'
      ? []
      : [
          {
            key: 'confirming',
            icon: <CircleDashed {...icon} />,
            title: <span className="text-muted">{t('invoice.confirming')}</span>,
            time: usual ?? t('steps.then'),
            children: wanted,
          },
        ]),
    {
      key: 'access',
      icon: <BadgeCheck {...icon} />,
      title: <span className="text-muted">{t('steps.access')}</span>,
      time: t('steps.then'),
      children: t('invoice.accessText'),
    },
  ]
  return <Timeline items={items} />
}
