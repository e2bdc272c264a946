import { useQuery } from '@tanstack/react-query'
import { CalendarClock, FileText, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { draftsQuery, type KeptDraft, useDeleteDraft } from './composer-queries.ts'
import { draftOf } from './draft.ts'
import type { Keeping } from './use-kept-draft.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const KEEPING = {
  idle: null,
  keeping: 'prepare.keeping',
  kept: 'prepare.kept',
  failed: 'prepare.notKept',
} as const

type Props = {
  draftId: string | null
  keeping: Keeping
  onOpen: (kept: KeptDraft | null) => void
  /** The profiles, beside the drafts. */
  children: ReactNode
}

/** Above the form: the drafts from every device, the profiles, and whether the form is saved. */
export function ComposerBar({ draftId, keeping, onOpen, children }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const drafts = useQuery(draftsQuery)
  const deleteDraft = useDeleteDraft()
  const status = KEEPING[keeping]
  const nameOf = (kept: KeptDraft): string => {
    const { symbol, direction, entry_low: entry } = draftOf(kept.input)
    const side = direction === 'buy' || direction === 'sell' ? t(`direction.${direction}`) : ''
    return [side, symbol, entry].filter(Boolean).join(' ') || t('prepare.untitled')
  }
  const kept = drafts.data ?? []
  const draftItems: MenuItem[] = [
    ...kept.map(
      (one): MenuItem => ({
        key: one.id,
        selected: one.id === draftId,
        icon: one.publish_at ? <CalendarClock {...icon} /> : <FileText {...icon} />,
        label: `${nameOf(one)} · ${format.dateTime(one.publish_at ?? one.updated_at)}`,
        onSelect: () => onOpen(one),
      }),
    ),
    ...(kept.length > 0 ? (['separator'] as const) : []),
    { key: 'new', icon: <Plus {...icon} />, label: t('prepare.newDraft'), onSelect: () => onOpen(null) },
    ...(draftId
      ? [
          {
            key: 'delete',
            icon: <Trash2 {...icon} />,
            label: t('prepare.deleteDraft'),
            onSelect: () => deleteDraft.mutate(draftId, { onSuccess: () => onOpen(null) }),
          },
        ]
      : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Menu
        trigger={
          <Button variant="outline" icon={<FileText {...icon} />}>
            {t('prepare.drafts')}
            {kept.length > 0 && <span className="tabular text-muted">{kept.length}</span>}
          </Button>
        }
        items={draftItems}
      />
      {children}
      <p role="status" className="ml-auto text-12 text-muted">
        {status && t(status)}
      </p>
    </div>
  )
}
