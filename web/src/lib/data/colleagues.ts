import { queryOptions } from '@tanstack/react-query'
import { supabase } from './client.ts'
import { unwrap } from './query.ts'

type Colleague = { user_id: string; first_name: string; last_name: string; username: string }

/** Current staff, offered as the possible authors. */
export const colleaguesQuery = queryOptions({
  queryKey: ['office-colleagues'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('members')
        .select('user_id,first_name,last_name,username')
        .not('staff_role', 'is', null)
        .order('username'),
    ) as Colleague[],
  staleTime: 5 * 60_000,
})
