import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#lib/i18n.ts'
import { mayBeSignedIn } from '#lib/session-key.ts'
import { Button } from './button.tsx'
import { PageTitle } from './page-title.tsx'
import { EmptyState } from './states.tsx'

type Props = {
  icon: LucideIcon
  title: ReactNode
  purpose: ReactNode
  will: ReactNode
  action?: { to: string; label: ReactNode }
}

/** A screen that has no content yet: what it is for, what will be here, and what one can do meanwhile. */
export function Upcoming({ icon: Icon, title, purpose, will, action }: Props) {
  const { t } = useTranslation('ui')
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 md:px-6">
      <header className="mb-6 grid gap-1">
        <PageTitle>{title}</PageTitle>
        <p className="text-muted">{purpose}</p>
      </header>
      <EmptyState
        icon={<Icon size={28} strokeWidth={1.5} aria-hidden />}
        title={t('upcoming.title')}
        action={
          <Button asChild>
            {action ? (
              <Link to={action.to}>{action.label}</Link>
            ) : mayBeSignedIn() ? (
              <Link to="/signaux">{t('upcoming.signals')}</Link>
            ) : (
              <Link to="/">{t('upcoming.home')}</Link>
            )}
          </Button>
        }
      >
        {will}
      </EmptyState>
    </div>
  )
}
