import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PageTitle } from '#ui/page-title.tsx'

type Props = {
  icon: LucideIcon
  title: ReactNode
  purpose: ReactNode
  /** What this screen will offer. */
  will: ReactNode
  /** What to do meanwhile; by default, the signals or the public record. */
  action?: { to: string; label: ReactNode }
}

/** A screen without content yet: its purpose, what it will offer, and what to do meanwhile. */
export function Upcoming({ icon: Icon, title, purpose, will, action }: Props) {
  const { t } = useTranslation('ui')
  const next =
    action ??
    (mayBeSignedIn()
      ? { to: '/signaux', label: t('upcoming.signals') }
      : { to: '/', label: t('upcoming.home') })
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-8 md:px-6">
      <header className="mb-4">
        <PageTitle>{title}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{purpose}</p>
      </header>
      <Card className="grid overflow-hidden md:grid-cols-2">
        <div className="flex flex-col items-start p-6 md:min-h-80 md:p-8">
          <Icon size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
          <h2 className="mt-4 text-16 font-semibold">{t('upcoming.title')}</h2>
          <p className="mt-1 max-w-100 text-pretty text-muted">{will}</p>
          <Button asChild className="mt-6 md:mt-auto">
            <Link to={next.to}>{next.label}</Link>
          </Button>
        </div>
        <Outline />
      </Card>
    </div>
  )
}

const ROWS = ['w-2/5', 'w-1/2', 'w-1/3', 'w-2/5', 'w-1/4'] as const

/** The outline of a list without entries. */
function Outline() {
  return (
    <div
      aria-hidden
      className="relative hidden border-l border-line bg-well mask-b-from-30% mask-b-to-100% px-8 pt-8 md:block"
    >
      {ROWS.map((width, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an outline are alike and never move
          key={place}
          className="flex h-14 items-center gap-4 border-b border-line"
        >
          <span className="size-6 shrink-0 rounded-inner ring-1 ring-line-strong ring-inset" />
          <span className={`h-2 rounded-pill ring-1 ring-line-strong ring-inset ${width}`} />
          <span className="ml-auto h-2 w-12 rounded-pill ring-1 ring-line-strong ring-inset" />
        </div>
      ))}
    </div>
  )
}
