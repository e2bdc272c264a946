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

/** Says that test money of the demonstration is among what is shown, and how it is told apart; nothing where there is none. */
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
