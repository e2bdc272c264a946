import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { MONEY, moneyRefusal } from '#lib/money/money.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Contract, EndPurpose } from './contract-end.ts'
import { EndDone } from './end-done.tsx'
import { type EndRefusal, EndReview } from './end-review.tsx'

const ownContractQuery = queryOptions({
  queryKey: [...MONEY, 'contract'],
  queryFn: async () => unwrap(await supabase.rpc('own_contract')) as unknown as Contract | null,
})

/** Ends the contract of a signed-in member, whose consequences are shown at once. */
export default function OwnEnd({ purpose, onOther }: { purpose: EndPurpose; onOther: () => void }) {
  const { t } = useTranslation('legal')
  const session = useSession()
  const cache = useQueryClient()
  const contract = useQuery({ ...ownContractQuery, enabled: session.status === 'signed-in' })
  const [done, setDone] = useState<{ at: string; contract: Contract } | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<EndRefusal | null>(null)
  const confirm = async () => {
    if (busy || !contract.data) return
    const ended = contract.data
    setBusy(true)
    setRefusal(null)
    try {
      if (purpose === 'cancel') unwrap(await supabase.rpc('cancel_subscription'))
      else unwrap(await supabase.rpc('withdraw_subscription', { refund: ended.withdrawal.refund }))
      setDone({ at: new Date().toISOString(), contract: ended })
    } catch (error) {
      setRefusal(moneyRefusal(error) === 'price_moved' ? 'price_moved' : 'failed')
    } finally {
      setBusy(false)
      await cache.invalidateQueries({ queryKey: MONEY })
    }
  }
  if (done) return <EndDone purpose={purpose} at={done.at} contract={done.contract} />
  if (session.status === 'signed-out') {
    return (
      <Button variant="outline" block className="sm:w-auto" onClick={onOther}>
        {t('end.byCode')}
      </Button>
    )
  }
  if (contract.isLoadingError) return <ErrorState onRetry={() => void contract.refetch()} />
  if (contract.isPending) return <Skeleton className="h-40 w-full" />
  return (
    <>
      <EndReview
        purpose={purpose}
        contract={contract.data}
        busy={busy}
        refusal={refusal}
        onConfirm={() => void confirm()}
      />
      {contract.data ? null : (
        <Button variant="ghost" block className="mt-3 sm:w-auto" onClick={onOther}>
          {t('end.byCode')}
        </Button>
      )}
    </>
  )
}
