import { Plus, Star, StarOff, Trash2, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuItem } from '#ui/overlay/open-menu.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useDefaultProfile, useDeleteProfile, useSaveProfile } from '../composer-queries.ts'
import type { Draft } from '../draft.ts'
import { refusalKey } from '../refusal.ts'
import { type Profile, profileOf } from './profile.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  draft: Draft
  profiles: readonly Profile[]
  active: string | null
  onApply: (profile: Profile) => void
}

/** The analyst's profiles: choose, save, make one the default, delete. */
export function ProfileMenu({ draft, profiles, active, onApply }: Props) {
  const { t } = useTranslation('signals')
  const remove = useDeleteProfile()
  const makeDefault = useDefaultProfile()
  const [naming, setNaming] = useState(false)
  const chosen = profiles.find(({ id }) => id === active)
  const items: MenuItem[] = [
    ...profiles.map(
      (profile, index): MenuItem => ({
        key: profile.id,
        selected: profile.id === active,
        icon: <UserRoundPen {...icon} />,
        label: index < 9 ? `${profile.name} · Alt ${index + 1}` : profile.name,
        onSelect: () => onApply(profile),
      }),
    ),
    ...(profiles.length > 0 ? (['separator'] as const) : []),
    { key: 'save', icon: <Plus {...icon} />, label: t('profile.save'), onSelect: () => setNaming(true) },
    ...profiles.map(
      ({ id, name, is_default: on }): MenuItem => ({
        key: `default-${id}`,
        icon: on ? <StarOff {...icon} /> : <Star {...icon} />,
        label: t(on ? 'profile.noDefault' : 'profile.makeDefault', { name }),
        onSelect: () => makeDefault.mutate({ id, on: !on }),
      }),
    ),
    ...profiles.map(
      ({ id, name }): MenuItem => ({
        key: `delete-${id}`,
        icon: <Trash2 {...icon} />,
        label: t('profile.delete', { name }),
        onSelect: () => remove.mutate(id),
      }),
    ),
  ]
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline" icon={<UserRoundPen {...icon} />}>
            {t('profile.title')}
            {chosen && <span className="max-w-40 truncate text-muted">{chosen.name}</span>}
          </Button>
        }
        items={items}
      />
      <SaveProfile open={naming} draft={draft} name={chosen?.name ?? ''} onClose={() => setNaming(false)} />
    </>
  )
}

type SaveProps = { open: boolean; draft: Draft; name: string; onClose: () => void }

function SaveProfile({ open, draft, name: current, onClose }: SaveProps) {
  const { t } = useTranslation('signals')
  const save = useSaveProfile()
  const [typed, setName] = useState<string | null>(null)
  const [isDefault, setDefault] = useState(true)
  const name = typed ?? current
  const submit = () =>
    save.mutate(
      { name: name.trim(), input: profileOf(draft), isDefault },
      {
        onSuccess: () => {
          toast({ title: t('profile.saved') })
          setName(null)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      open={open}
      title={t('profile.save')}
      description={t('profile.text')}
      submit={t('prepare.save')}
      busy={save.isPending}
      incomplete={name.trim() === ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('profile.name')} error={save.error ? t(refusalKey(save.error)) : undefined}>
        <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Checkbox checked={isDefault} onCheckedChange={(on) => setDefault(on === true)}>
        {t('profile.isDefault')}
      </Checkbox>
    </FormDialog>
  )
}
