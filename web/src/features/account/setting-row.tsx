import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { AuthErrorKey } from '#lib/session/auth-error.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'

/** A card of settings with its own heading. */
export function SettingCard({
  id,
  title,
  purpose,
  action,
  refusal,
  help,
  children,
}: {
  id?: string
  title: string
  purpose?: ReactNode
  action?: ReactNode
  refusal?: AuthErrorKey | null
  /** The article that explains it. */
  help?: ComponentProps<typeof HelpLink>['article']
  children: ReactNode
}) {
  const { t } = useTranslation('auth')
  return (
    <Card className="overflow-hidden">
      <section id={id} aria-label={title} className="scroll-mt-20">
        <header className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4 pb-3 md:px-6 md:pt-5">
          <div className="min-w-0">
            <div className="flex items-center gap-2">
              <h2 className="font-semibold">{title}</h2>
              {help && <HelpLink article={help} />}
            </div>
            {purpose ? <p className="text-13 text-pretty text-muted">{purpose}</p> : null}
          </div>
          {action}
        </header>
        <div className="divide-y divide-line border-t border-line">
          {refusal ? (
            <div className="p-4 md:px-6">
              <Notice refusal>{t(`errors.${refusal}`)}</Notice>
            </div>
          ) : null}
          {children}
        </div>
      </section>
    </Card>
  )
}

/** One setting: its name, its current value, and its actions. */
export function SettingRow({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 md:px-6">
      <Icon size={20} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-2 font-medium">{title}</div>
        {children ? <div className="text-13 text-pretty break-words text-muted">{children}</div> : null}
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
    </div>
  )
}
