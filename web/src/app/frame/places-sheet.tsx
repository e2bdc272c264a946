import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from '#lib/browser/router-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Sheet } from '#ui/overlay/sheet.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LanguageMenu, LookMenu } from './menus.tsx'

type Line = { key: string; to: string; icon: LucideIcon; label: string; after?: ReactNode }

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The navigation's accessible name. */
  label: string
  first: Line
  groups: readonly { key: string; label: string; lines: readonly Line[] }[]
  /** Shown above the language and theme choices. */
  last: ReactNode
}

export const LINE = 'flex h-target items-center gap-3 rounded-control px-2 font-medium'

/** All places of an area, on a phone. */
export function PlacesSheet({ open, onOpenChange, title, label, first, groups, last }: Props) {
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={title}>
      <div className="grid gap-4 px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
        <nav aria-label={label} className="grid grid-cols-2 items-start gap-x-3 gap-y-4">
          <div className="col-span-2 -mb-2">
            <PlaceLink line={first} onClick={close} />
          </div>
          {groups.map((group) => (
            <section key={group.key} aria-label={group.label}>
              <p className="px-2 pb-1 text-12 font-medium text-faint">{group.label}</p>
              <ul>
                {group.lines.map((line) => (
                  <li key={line.key}>
                    <PlaceLink line={line} onClick={close} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div className="border-t border-line pt-3">
          {last}
          <div className="flex items-center justify-between">
            <LanguageMenu />
            <LookMenu />
          </div>
        </div>
        <AccountMenu onLeave={close} />
      </div>
    </Sheet>
  )
}

export function PlaceLink({ line, onClick }: { line: Line; onClick: () => void }) {
  return (
    <NavLink
      to={line.to}
      onClick={onClick}
      className={({ isActive }) => classNames(LINE, isActive ? 'bg-raised text-text' : 'text-muted')}
    >
      <line.icon size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <span className="truncate">{line.label}</span>
      {line.after}
    </NavLink>
  )
}
