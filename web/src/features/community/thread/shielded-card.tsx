import { ExternalLink, Flag, type LucideIcon, Percent, ShieldAlert, UserX, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { PostBody } from '#parts/conversation/post-body.tsx'
import { Button } from '#ui/button.tsx'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  impersonation: UserX,
  promise: Percent,
  contact: ExternalLink,
  wallet: Wallet,
}
const EXPLAINED = ['impersonation', 'promise', 'contact', 'wallet', 'warned', 'word', 'link'] as const

type Props = { body: string; reasons: readonly string[]; onReport: (() => void) | null }

/**
 * A text that looks like a scam: its dangerous parts never reached this page, each has its kind in its place, and the reasons
 * stand beside them.
 */
export function ShieldedCard({ body, reasons, onReport }: Props) {
  const { t } = useTranslation('community')
  const known = EXPLAINED.filter((reason) => reasons.includes(reason))
  const reason = (key: (typeof EXPLAINED)[number]): ReactNode => {
    const Icon = ICONS[key] ?? ShieldAlert
    return (
      <li key={key} className="grid grid-cols-[16px_1fr] gap-3">
        <Icon size={16} strokeWidth={1.75} className="mt-0.5 text-warn" aria-hidden />
        <p className="text-muted">
          <b className="font-semibold text-text">{t(`shield.reasons.${key}.name`)}</b>{' '}
          {t(`shield.reasons.${key}.text`)}
        </p>
      </li>
    )
  }
  return (
    <div className="my-1 overflow-hidden rounded-card border border-line-strong bg-surface">
      <p className="flex items-center gap-2 bg-warn-tint px-4 py-2.5 text-14 font-semibold text-warn">
        <ShieldAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        {t('shield.title')}
      </p>
      <div className="grid divide-line text-14 max-md:divide-y md:grid-cols-2 md:divide-x">
        <div className="px-4 py-3 text-muted">
          <PostBody text={body} className="text-muted" />
        </div>
        <ul className="grid content-start gap-2 px-4 py-3">{known.map(reason)}</ul>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line py-2 pr-2 pl-4 text-13 text-muted">
        <p className="min-w-0 flex-1 basis-60">{t('shield.never')}</p>
        {onReport && (
          <Button size="sm" onClick={onReport} icon={<Flag size={14} strokeWidth={1.75} aria-hidden />}>
            {t('shield.report')}
          </Button>
        )}
      </div>
    </div>
  )
}
