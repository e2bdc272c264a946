import { useQuery } from '@tanstack/react-query'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { DialogProps } from '../desk/asked.ts'
import { type MemberMoney, moneyQuery } from '../desk/inbox.ts'

/** What a refund or a withdrawal would give back, computed as the act itself computes it. The act is done in the office's own places. */
export function MoneyDialog({ ticket, onClose }: DialogProps) {
  const { t } = useTranslation('support')
  const { data, isLoadingError, refetch } = useQuery(moneyQuery(ticket.id))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('money.title')}
      description={t('money.text')}
    >
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data ? (
        <div className="grid gap-4">
          <Withdrawal contract={data.contract} member={ticket.member?.id ?? null} />
          <Payments payments={data.payments} />
        </div>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  )
}

const LINK = 'underline decoration-line-strong underline-offset-3 hover:decoration-text'

function Withdrawal({ contract, member }: { contract: MemberMoney['contract']; member: string | null }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const quote = contract?.withdrawal
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('money.withdrawal')}</h3>
      {!contract ? (
        <p className="text-muted">{t('money.noContract')}</p>
      ) : quote?.possible ? (
        <p>
          {t('money.refund', {
            amount: format.money(quote.refund ?? 0, contract.currency),
            paid: format.money(quote.paid ?? 0, contract.currency),
            used: format.money(quote.used ?? 0, contract.currency),
          })}{' '}
          {quote.until && t('money.until', { day: format.parisLongDay(quote.until) })}
        </p>
      ) : (
        <p className="text-muted">{t('money.notPossible')}</p>
      )}
      {contract && member && (
        <Link to={`/admin/membres?membre=${member}`} className={LINK}>
          {t('money.toContract')}
        </Link>
      )}
    </section>
  )
}

function Payments({ payments }: { payments: MemberMoney['payments'] }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('money.payments')}</h3>
      {payments.length === 0 ? (
        <p className="text-muted">{t('money.noPayments')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {payments.map(({ id, amount, currency, paid_at: at, invoice, refundable, refund }) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
              <Link to={`/admin/payments?paiement=${id}`} className={LINK}>
                {invoice ?? format.date(at)}
              </Link>
              <span className="tabular justify-self-end font-medium">{format.money(amount, currency)}</span>
              <span className="text-13 text-muted">{format.parisLongDay(at)}</span>
              <span className="tabular justify-self-end text-13 text-muted">
                {refundable > 0 && refund
                  ? t('money.refundable', {
                      amount: format.money(refundable, currency),
                      tax: format.money(refund.tax ?? 0, currency),
                    })
                  : t('money.nothing')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
