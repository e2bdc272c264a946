// Owns the reader's current plan and what is used of it. Visitors see this page too: what reads the plan is fetched only with a session.
import { useQuery } from '@tanstack/react-query'
import { unwrap } from '#lib/data/query.ts'
import type { PresentPlan } from '#lib/money/plan.ts'
import { useSession } from '#lib/session/session.tsx'
import type { Used } from '#parts/money/plan-rows.ts'

/**
 * The current contract; the free plan for a member without one; undefined for visitors, for granted access, and until it is
 * known.
 */
export function usePresentPlan(): PresentPlan | undefined {
  const session = useSession()
  const member = session.status === 'signed-in' && !session.user.is_anonymous
  const contract = useQuery({
    // Begins like every query that a payment may change (lib/money/money.ts).
    queryKey: ['money', 'present', session.user?.id],
    queryFn: async () => {
      const { supabase } = await import('#lib/data/client.ts')
      return unwrap(
        await supabase
          .from('subscriptions')
          .select('plan,period,means')
          .eq('user_id', session.user?.id ?? '')
          .in('state', ['active', 'past_due', 'canceled'])
          .maybeSingle(),
      ) as PresentPlan | null
    },
    enabled: member,
  })
  if (!member) return undefined
  if (contract.data) return contract.data
  return contract.data === null && session.tier === 'freemium' ? { plan: null } : undefined
}

/** What a member uses of each kind that plans measure out; undefined for visitors and until it is known. */
export function useUsed(): Used | undefined {
  const { status, user } = useSession()
  const { data } = useQuery({
    queryKey: ['money', 'allowances'],
    queryFn: async () => (await import('#lib/money/allowances.ts')).readAllowances(),
    enabled: status === 'signed-in' && !user.is_anonymous,
  })
  return data && Object.fromEntries(data.map(({ kind, used }) => [kind, used]))
}
