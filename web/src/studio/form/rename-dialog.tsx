import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { contentRefusalOf, useRenameContent } from '../document/content.ts'
import { slugFrom, textOf } from '../document/document.ts'
import { useContent } from './studio-context.tsx'

type Props = { onClose: () => void; onDone: (slug: string) => void }

/** Changes the slug in the address; the old one redirects to the item. */
export function RenameDialog({ onClose, onDone }: Props) {
  const { t } = useTranslation('studio')
  const { item, form } = useContent()
  const rename = useRenameContent()
  const [slug, setSlug] = useState(item.slug)
  const proposed = slugFrom(textOf(form.getValues() as never, 'fr', 'title'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate(
      { item: item.id, slug },
      {
        onSuccess: () => {
          toast({ title: t('rename.done') })
          onDone(slug)
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('rename.title')}
      description={item.published_at ? t('rename.redirects') : t('rename.note')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="rename-content" busy={rename.isPending}>
            {t('rename.do')}
          </Button>
        </>
      }
    >
      <form id="rename-content" onSubmit={submit} className="grid gap-3" noValidate>
        <Field
          label={t('new.slug')}
          hint={t('new.slugNote')}
          error={rename.error && t(`refused.${contentRefusalOf(rename.error).key}`)}
        >
          <Input
            value={slug}
            maxLength={80}
            onChange={({ target }) => {
              rename.reset()
              setSlug(target.value.toLowerCase().replace(/\s/g, '-'))
            }}
          />
        </Field>
        {proposed && proposed !== slug && (
          <Button
            size="sm"
            variant="outline"
            className="justify-self-start"
            onClick={() => setSlug(proposed)}
          >
            {t('rename.propose', { slug: proposed })}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
