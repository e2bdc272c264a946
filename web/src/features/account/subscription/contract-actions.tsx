import { useQuery } from '@tanstack/react-query'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Subscription } from '#lib/money/money.ts'
import { monthsFree } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import type { Owed } from './contract-sentence.tsx'
import type { useResume } from './subscription-queries.ts'

type Props = { contract: Subscription; owed: Owed; resume: ReturnType<typeof useResume> }

/** What can be done with a contract in its state: resume, renew, pay what is owed, or change; and cancel. */
export function ContractActions({ contract, owed, resume }: Props) {
  const { t } = useTranslation('account')
  const plans = useQuery(plansOnSale)
  const paid = (plans.data ?? []).filter(({ tier }) => tier === 'premium')
  const other = paid.find(({ slug }) => slug !== contract.plan)
  const free = monthsFree(paid)
  const { state } = contract
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line p-4 md:px-6">
      {state === 'canceled' ? (
        <Button
          variant="primary"
          busy={resume.isPending}
          disabled={resume.isPending}
          onClick={() =>
            resume.mutate(undefined, { onSuccess: () => toast({ title: t('contract.resumed') }) })
          }
        >
          {t('contract.resume')}
        </Button>
      ) : contract.means === 'crypto' ? (
        <Button asChild variant="primary">
          <Link to="/payment">{t('contract.renew')}</Link>
        </Button>
      ) : state === 'past_due' ? (
        owed.page && (
          <Button asChild variant="primary">
            <a href={owed.page}>{t(owed.bankAsks ? 'contract.confirmAtBank' : 'contract.payNow')}</a>
          </Button>
        )
      ) : (
        <>
          <Button asChild variant="primary">
            <Link to={`/payment?plan=${other?.slug ?? contract.plan}&period=${contract.period}`}>
              {t('contract.change')}
            </Link>
          </Button>
          {contract.period === 'month' ? (
            <Button asChild>
              <Link to={`/payment?plan=${contract.plan}&period=year`}>
                {free > 0 ? t('contract.yearFree', { count: free }) : t('contract.year')}
              </Link>
            </Button>
          ) : null}
        </>
      )}
      {state === 'canceled' ? null : (
        <Button asChild variant="ghost" className="ml-auto">
          <Link to="/resiliation">{t('contract.cancel')}</Link>
        </Button>
      )}
    </div>
  )
}
