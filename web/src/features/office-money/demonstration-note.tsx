import { queryOptions, useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Notice } from '#ui/notice.tsx'

const demonstrationQuery = queryOptions({
  queryKey: ['office-demonstration-members'],
  queryFn: async () => unwrap(await supabase.rpc('demonstration_members')),
  staleTime: 5 * 60_000,
})

/** A note that demonstration payments are included and how they are marked; renders nothing if there are none. */
export function DemonstrationNote() {
  const { t } = useTranslation('office-money')
  const members = useQuery(demonstrationQuery).data ?? 0
  if (members === 0) return null
  return (
    <Notice icon={<FlaskConical size={16} strokeWidth={1.75} aria-hidden />}>
      {t('demonstration', { count: members })}
    </Notice>
  )
}
