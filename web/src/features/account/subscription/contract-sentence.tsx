import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import type { Subscription } from '#lib/money/money.ts'
import { methodName } from '../security/method-name.ts'
import type { OwnSubscription } from './subscription-queries.ts'

export type Owed = { page: string | null; bankAsks: boolean }
type Props = { contract: Subscription; charge: OwnSubscription['next_charge']; owed: Owed }

/** What happens next with a contract, and when. */
export function ContractSentence({ contract, charge, owed }: Props) {
  const { t } = useTranslation('account')
  const { t: money } = useTranslation('payment')
  const format = useFormat()
  return (
    <p className="mt-2 max-w-140 text-16 text-pretty text-muted">
      <Trans
        t={t}
        i18nKey={sentence(contract, owed)}
        values={{
          date: format.parisLongDay(charge?.at ?? contract.paid_until ?? contract.current_period_end),
          until: format.parisLongDay(
            contract.grace_until ?? contract.paid_until ?? contract.current_period_end,
          ),
          amount: format.money(charge?.amount ?? contract.amount, contract.currency),
          method: methodName(contract.method, money),
        }}
        components={{ strong: <strong className="font-semibold text-text" /> }}
      />
    </p>
  )
}

function sentence({ state, means }: Subscription, { page, bankAsks }: Owed) {
  if (state === 'past_due')
    return bankAsks ? 'contract.bankAsks' : page ? 'contract.pastDuePage' : 'contract.pastDue'
  if (state === 'canceled') return 'contract.canceled'
  return means === 'crypto' ? 'contract.crypto' : 'contract.active'
}
