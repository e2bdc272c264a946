import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { auth } from '#lib/session/auth.ts'
import { Button } from '#ui/button.tsx'

/**
 * Warns staff that the database will refuse their writes (`staff_needs_aal2`), and links to what is missing. It enforces
 * nothing: `writing_staff_role()` does.
 */
export function StaffProofNotice() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { data: state } = useQuery({
    queryKey: ['staff-write-state'],
    queryFn: async () => unwrap(await supabase.rpc('staff_write_state')) as string | null,
  })
  if (state !== 'needs_factor' && state !== 'needs_proof') return null
  const act = async () => {
    if (state === 'needs_factor') return navigate('/mon-compte#securite')
    // Once the session knows of the factor, the log-in screen asks for it.
    const { error } = await auth.refreshSession()
    if (error) console.error(error)
  }
  return (
    <div className="px-4 pt-4 lg:px-6">
      <div
        role="status"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-warn-tint px-3 py-2 text-13 text-warn"
      >
        <span className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-pretty">
          <ShieldAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          {t(`staffProof.${state}`)}
        </span>
        <Button variant="outline" size="sm" onClick={() => void act()}>
          {t(state === 'needs_factor' ? 'staffProof.add' : 'staffProof.prove')}
        </Button>
      </div>
    </div>
  )
}
