import { useQuery } from '@tanstack/react-query'
import { CalendarClock, FileText, LayoutTemplate, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import {
  draftsQuery,
  type KeptDraft,
  templatesQuery,
  useDeleteDraft,
  useDeleteTemplate,
  useSaveTemplate,
} from './composer-queries.ts'
import { type Draft, draftOf, templateOf, withTemplate } from './draft.ts'
import { refusalKey } from './refusal.ts'
import type { Keeping } from './use-kept-draft.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const KEEPING = {
  idle: null,
  keeping: 'prepare.keeping',
  kept: 'prepare.kept',
  failed: 'prepare.notKept',
} as const

type Props = {
  draft: Draft
  draftId: string | null
  keeping: Keeping
  onOpen: (kept: KeptDraft | null) => void
  onChange: (next: (current: Draft) => Draft) => void
}

/** Above the form: the drafts from every device, the templates, and whether the form is saved. */
export function ComposerBar({ draft, draftId, keeping, onOpen, onChange }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const drafts = useQuery(draftsQuery)
  const templates = useQuery(templatesQuery)
  const deleteDraft = useDeleteDraft()
  const deleteTemplate = useDeleteTemplate()
  const [naming, setNaming] = useState(false)
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
  const templateItems: MenuItem[] = [
    ...(templates.data ?? []).map(
      ({ id, name, input }): MenuItem => ({
        key: id,
        label: name,
        onSelect: () => onChange((current) => withTemplate(current, input)),
      }),
    ),
    ...((templates.data ?? []).length > 0 ? (['separator'] as const) : []),
    {
      key: 'save',
      icon: <Plus {...icon} />,
      label: t('prepare.saveTemplate'),
      onSelect: () => setNaming(true),
    },
    ...(templates.data ?? []).map(
      ({ id, name }): MenuItem => ({
        key: `delete-${id}`,
        icon: <Trash2 {...icon} />,
        label: t('prepare.deleteTemplate', { name }),
        onSelect: () => deleteTemplate.mutate(id),
      }),
    ),
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
      <Menu
        trigger={
          <Button variant="outline" icon={<LayoutTemplate {...icon} />}>
            {t('prepare.templates')}
          </Button>
        }
        items={templateItems}
      />
      <p role="status" className="ml-auto text-12 text-muted">
        {status && t(status)}
      </p>
      <TemplateName open={naming} draft={draft} onClose={() => setNaming(false)} />
    </div>
  )
}

function TemplateName({ open, draft, onClose }: { open: boolean; draft: Draft; onClose: () => void }) {
  const { t } = useTranslation('signals')
  const save = useSaveTemplate()
  const [name, setName] = useState('')
  const submit = () =>
    save.mutate(
      { name: name.trim(), input: templateOf(draft) },
      {
        onSuccess: () => {
          toast({ title: t('prepare.templateSaved') })
          setName('')
          onClose()
        },
      },
    )
  return (
    <FormDialog
      open={open}
      title={t('prepare.saveTemplate')}
      description={t('prepare.templateText')}
      submit={t('prepare.save')}
      busy={save.isPending}
      incomplete={name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('prepare.templateName')} error={save.error ? t(refusalKey(save.error)) : undefined}>
        <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
