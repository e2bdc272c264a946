import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { PageTitle } from '#ui/page-title.tsx'

type Props = { title: string; purpose: string; action?: ReactNode; children: ReactNode }

/** A page of support's office beside the inbox. */
export function OfficePage({ title, purpose, action, children }: Props) {
  const { t } = useTranslation('support')
  return (
    <div className="mx-auto grid w-full max-w-312 grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 pt-4 pb-12 md:px-6">
      <header>
        <Link
          to="/admin/support"
          className="inline-flex min-h-6 items-center gap-1.5 text-13 text-muted hover:text-text pointer-coarse:min-h-target"
        >
          <ArrowLeft size={14} strokeWidth={1.75} aria-hidden />
          {t('desk.title')}
        </Link>
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div>
            <PageTitle>{title}</PageTitle>
            <p className="text-pretty text-muted">{purpose}</p>
          </div>
          {action}
        </div>
      </header>
      {children}
    </div>
  )
}
