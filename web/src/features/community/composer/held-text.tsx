import { Hourglass } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { PostBody } from '#parts/conversation/post-body.tsx'
import { Button } from '#ui/button.tsx'
import type { Held } from '../thread/posts-query.ts'
import { reasonKey } from './reasons.ts'

type HeldProps = { held: Held; onWithdraw: () => void; busy: boolean }

/** A text of the reader's own that waits for review; nobody but its author and staff sees it. */
export function HeldText({ held, onWithdraw, busy }: HeldProps) {
  const { t } = useTranslation('community')
  return (
    <article
      aria-label={t('held.title')}
      className="grid gap-2 border-t border-line px-4 py-4 first:border-t-0 lg:px-5"
    >
      <p className="flex items-center gap-2 text-13 font-medium text-warn">
        <Hourglass size={14} strokeWidth={1.75} aria-hidden />
        {t(held.edits ? 'held.edit' : 'held.title')}
      </p>
      {held.request.title && <p className="font-semibold">{held.request.title}</p>}
      <PostBody text={held.request.body} className="text-muted" />
      <p className="text-13 text-pretty text-muted">
        {t('held.why', {
          reasons: held.reasons.map((reason) => t(`reasons.${reasonKey(reason)}`)).join(', '),
        })}{' '}
        {t('held.soon')}
      </p>
      <div>
        <Button size="sm" variant="ghost" className="-ml-2" busy={busy} onClick={onWithdraw}>
          {t('held.withdraw')}
        </Button>
      </div>
    </article>
  )
}
