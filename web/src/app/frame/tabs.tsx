import { type LucideIcon, Menu as MenuIcon } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { NavLink } from '#lib/browser/router-link.tsx'
import { classNames } from '#ui/class-names.ts'

type Tab = { key: string; to: string; icon: LucideIcon; name: string; within?: boolean }
type Props = {
  label: string
  tabs: readonly Tab[]
  /** Opens every place without a tab. */
  more: string
  onMoreNear: () => void
  Sheet: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>
}

const LOOKS =
  'relative flex h-16 min-w-0 flex-auto flex-col items-center justify-center gap-1 px-1.5 text-12 max-[359px]:px-0.5 -outline-offset-2'

/** Marks the current tab by weight and an upper bar, not by colour alone. */
const HERE =
  'font-semibold text-text before:absolute before:top-0 before:h-0.5 before:w-8 before:rounded-pill before:bg-text'

/** The bar at the lower edge of a phone's screen. */
export function Tabs({ label, tabs, more, onMoreNear, Sheet }: Props) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <nav
        data-frame
        aria-label={label}
        className="fixed inset-x-0 bottom-0 z-20 flex h-tabs items-start border-t border-line bg-surface lg:hidden"
      >
        {tabs.map((tab) => (
          <NavLink
            key={tab.key}
            to={tab.to}
            within={tab.within}
            className={({ isActive }) => classNames(LOOKS, isActive ? HERE : 'font-medium text-muted')}
          >
            <tab.icon size={20} strokeWidth={1.75} aria-hidden />
            <span className="max-w-full truncate">{tab.name}</span>
          </NavLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          className={classNames(LOOKS, 'font-medium text-muted')}
          onPointerDown={onMoreNear}
          onClick={show}
        >
          <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
          {more}
        </button>
      </nav>
      <Suspense fallback={null}>{wanted ? <Sheet open={open} onOpenChange={setOpen} /> : null}</Suspense>
    </>
  )
}
