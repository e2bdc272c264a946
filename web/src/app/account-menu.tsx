import { ChevronsUpDown, LogOut, Settings } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { displayName, initials } from '#lib/person-name.ts'
import { useSession } from '#lib/session.tsx'
import { Menu } from '#ui/menu.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('app')
  const session = useSession()
  const navigate = useNavigate()
  if (session.status !== 'signed-in') return null
  const name = displayName(session.user)
  const signOut = async () => {
    const { supabase } = await import('#lib/client.ts')
    await supabase.auth.signOut({ scope: 'local' })
  }
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={t('menus.account', { name })}
          className="mt-2 flex h-12 w-full items-center gap-3 rounded-control border border-line px-2 text-left transition-colors hover:bg-raised"
        >
          <span className="grid size-8 shrink-0 place-items-center rounded-pill bg-raised text-12 font-semibold text-muted">
            {initials(name)}
          </span>
          {!compact && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-13 font-semibold">{name}</span>
                <span className="block text-12 text-muted">
                  {session.staffRole ? t(`staff.${session.staffRole}`) : t(`tiers.${session.tier}`)}
                </span>
              </span>
              <ChevronsUpDown {...icon} className="shrink-0 text-muted" />
            </>
          )}
        </button>
      }
      items={[
        {
          key: 'account',
          label: t('menus.myAccount'),
          icon: <Settings {...icon} />,
          onSelect: () => void navigate('/mon-compte'),
        },
        'separator',
        { key: 'out', label: t('menus.signOut'), icon: <LogOut {...icon} />, onSelect: () => void signOut() },
      ]}
    />
  )
}
