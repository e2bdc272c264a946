import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { ClaimLink } from './line-actions.tsx'
import { moneyLineQuery } from './subscription-queries.ts'

/** Crypto refunds that the member has not claimed yet; nothing if there are none. */
export function ClaimCard() {
  const { t } = useTranslation('account')
  const format = useFormat()
  const lines = useQuery(moneyLineQuery)
  return lines.data?.map(({ kind, at, amount, currency, details }) =>
    kind === 'refund_asked' && typeof details.claim_url === 'string' ? (
      <Card key={details.claim_url} className="grid grid-cols-[20px_1fr] gap-x-4 p-4 md:p-6">
        <Undo2 size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
        <section aria-label={t('claim.title')}>
          <h2 className="font-semibold">
            {t('claim.titleOf', { amount: format.money(-(amount ?? 0), currency ?? 'EUR') })}
          </h2>
          <p className="mt-0.5 text-pretty text-muted">{t('claim.text', { date: format.parisDay(at) })}</p>
          <ClaimLink url={details.claim_url} />
        </section>
      </Card>
    ) : null,
  )
}
