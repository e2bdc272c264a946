import { useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import type { DialogProps } from '../desk/asked.ts'
import { useDraftArticle } from '../desk/inbox.ts'
import { refusalKey } from '../refusals.ts'

const slugOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

/** A draft of a help article from a solved ticket: our answers, nothing that the member wrote. */
export function ArticleDialog({ ticket, onClose }: DialogProps) {
  const { t } = useTranslation('support')
  const navigate = useNavigate()
  const draft = useDraftArticle()
  const [slug, setSlug] = useState(slugOf(ticket.subject))
  return (
    <FormDialog
      title={t('article.title')}
      description={t('article.text')}
      submit={t('article.submit')}
      busy={draft.isPending}
      incomplete={slug === ''}
      refusal={draft.isError && t(`refused.${refusalKey(draft.error)}`)}
      onClose={onClose}
      onSubmit={() =>
        draft.mutate(
          { ticket: ticket.id, slug },
          { onSuccess: () => navigate(`/admin/contenus/studio?contenu=help-article/${slug}`) },
        )
      }
    >
      <Field label={t('article.slug')}>
        <Input value={slug} maxLength={80} onChange={({ target }) => setSlug(slugOf(target.value))} />
      </Field>
    </FormDialog>
  )
}
