import { ChevronsUpDown, Download, LayoutDashboard, LogOut, UserRound } from 'lucide-react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { displayName } from '#lib/session/person-name.ts'
import { useSession } from '#lib/session/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { Menu } from '#ui/overlay/menu.tsx'
import { askInstall, useInstallOffer } from '../notices/install-offer.ts'
import { OwnAvatar } from './own-avatar.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  compact?: boolean
  /** Called when a choice navigates away. */
  onLeave?: () => void
}

export function AccountMenu({ compact = false, onLeave }: Props) {
  const { t } = useTranslation('shell')
  const session = useSession()
  const navigate = useNavigate()
  const { way } = useInstallOffer()
  if (session.status !== 'signed-in') return null
  const name = session.user.is_anonymous ? t('menus.trial') : displayName(session.user)
  const leaveFor = (to: string) => {
    onLeave?.()
    navigate(to)
  }
  const leave = async () => {
    const { signOut } = await import('#lib/session/auth.ts')
    await signOut()
  }
  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={compact ? t('menus.account', { name }) : undefined}
          className={classNames(
            'flex items-center gap-2 rounded-control text-left transition-colors hover:bg-raised',
            compact ? 'justify-center py-1' : 'w-full p-2 ring-1 ring-line ring-inset',
          )}
        >
          <OwnAvatar user={session.user} name={name} />
          {!compact && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-13 leading-4 font-semibold">{name}</span>
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
          icon: <UserRound {...icon} />,
          onSelect: () => leaveFor('/mon-compte'),
        },
        ...(session.staffRole
          ? [
              {
                key: 'office',
                label: t('menus.office'),
                icon: <LayoutDashboard {...icon} />,
                onSelect: () => leaveFor('/admin'),
              },
            ]
          : []),
        ...(way
          ? [
              {
                key: 'install',
                label: t('install.menu'),
                icon: <Download {...icon} />,
                onSelect: () => {
                  onLeave?.()
                  void askInstall()
                },
              },
            ]
          : []),
        'separator',
        { key: 'out', label: t('menus.signOut'), icon: <LogOut {...icon} />, onSelect: () => void leave() },
      ]}
    />
  )
}
