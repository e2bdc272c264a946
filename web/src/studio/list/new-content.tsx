import { type FormEvent, useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { READERS, type Reader, type Studio } from '../define-studio.ts'
import { contentRefusalOf, useCreateContent } from '../document/content.ts'
import { slugFrom } from '../document/document.ts'

type Props = {
  studios: readonly Studio[]
  first?: Studio
  /** The item that the new one is to lie in, and the fields that follow from that. */
  within?: { id: string; fields: Record<string, unknown> }
  onClose: () => void
}

/** Creates a draft: its kind, its title and its slug. */
export function NewContent({ studios, first, within, onClose }: Props) {
  const { t } = useTranslation('studio')
  const navigate = useNavigate()
  const create = useCreateContent()
  const [kind, setKind] = useState(first?.kind ?? studios[0]?.kind)
  const [title, setTitle] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const [tier, setTier] = useState<Reader>(within ? 'premium' : 'visitor')
  const studio = studios.find((one) => one.kind === kind)
  const slug = studio?.slugs
    ? typed && studio.slugs.includes(typed)
      ? typed
      : (studio.slugs[0] ?? '')
    : (typed ?? slugFrom(title))
  const { t: words } = useTranslation(studio?.words ?? 'studio')
  const refusal = create.error === null ? null : contentRefusalOf(create.error)
  const named = title.trim() !== '' || studio?.begin !== undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!studio || !named) return
    const titled = studio.texts.some(({ name }) => name === 'title')
    const fields = { ...studio.fresh(), ...within?.fields }
    const document = (await studio.begin?.(slug)) ?? {
      fields: titled ? fields : { ...fields, name: title.trim() },
      texts: titled ? { fr: { title: title.trim() } } : {},
      from: {},
    }
    create.mutate(
      {
        kind: studio.kind,
        slug,
        tier: studio.tiered ? tier : 'visitor',
        document,
        ...(within ? { parent: within.id } : {}),
      },
      {
        onSuccess: () => {
          onClose()
          navigate(`/admin/contenus/studio?contenu=${studio.kind}/${slug}`)
        },
      },
    )
  }
  const aboutSlug = refusal?.key.startsWith('slug')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('new.title')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="new-content"
            busy={create.isPending}
            disabled={!named}
          >
            {t('new.write')}
          </Button>
        </>
      }
    >
      <form id="new-content" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        {refusal && !aboutSlug && <Notice refusal>{t(`refused.${refusal.key}`)}</Notice>}
        <Field label={t('new.kind')}>
          <Select
            value={kind}
            onChange={({ target }) => setKind(studios.find((one) => one.kind === target.value)?.kind)}
          >
            {studios.map((one) => (
              <KindOption key={one.kind} studio={one} />
            ))}
          </Select>
        </Field>
        {studio?.slugs ? (
          <Field
            label={t('new.page')}
            hint={t('new.pageNote')}
            error={aboutSlug && refusal ? t(`refused.${refusal.key}`) : null}
          >
            <Select value={slug} onChange={({ target }) => setTyped(target.value)}>
              {studio.slugs.map((one) => (
                <option key={one} value={one}>
                  {words(`choices.${one}`)}
                </option>
              ))}
            </Select>
          </Field>
        ) : (
          <>
            <Field label={t('new.name')}>
              <Input
                value={title}
                maxLength={160}
                autoComplete="off"
                onChange={({ target }) => setTitle(target.value)}
              />
            </Field>
            <Field
              label={t('new.slug')}
              hint={t('new.slugNote')}
              error={aboutSlug && refusal ? t(`refused.${refusal.key}`) : null}
            >
              <Input
                value={slug}
                maxLength={80}
                autoComplete="off"
                onChange={({ target }) => {
                  create.reset()
                  setTyped(target.value.toLowerCase().replace(/\s/g, '-'))
                }}
              />
            </Field>
          </>
        )}
        {studio?.tiered && (
          <div className="grid gap-1.5">
            <span className="text-13 font-medium text-muted">{t('new.tier')}</span>
            <Segmented
              label={t('new.tier')}
              value={tier}
              onChange={setTier}
              options={READERS.map((value) => ({ value, label: t(`readers.${value}`) }))}
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}

function KindOption({ studio }: { studio: Studio }) {
  const { t } = useTranslation(studio.words)
  return <option value={studio.kind}>{t(`${studio.kind}.one`)}</option>
}
