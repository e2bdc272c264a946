import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { refusalKey } from '../refusals.ts'
import { type Filters, useDropView, useKeepView, viewsQuery } from './inbox.ts'
import { addressOf } from './inbox-filters.ts'

type Props = { filters: Filters; onShow: (filters: Filters) => void }

/** Filters kept under a name, for oneself or for the whole team. */
export function SavedViews({ filters, onShow }: Props) {
  const { t } = useTranslation('support')
  const { user } = useSession()
  const { data: views = [] } = useQuery(viewsQuery)
  const drop = useDropView()
  const [keeps, setKeeps] = useState(false)
  const here = addressOf(filters).toString()
  const current = views.find((view) => addressOf(view.filters).toString() === here)
  return (
    <>
      <Menu
        align="end"
        label={t('savedViews.title')}
        trigger={
          <Button
            variant="outline"
            iconOnly
            aria-label={t('savedViews.title')}
            icon={<Bookmark size={16} strokeWidth={1.75} aria-hidden />}
          />
        }
        items={[
          ...views.map((view) => ({
            key: view.id,
            label: view.shared ? t('savedViews.shared', { name: view.name }) : view.name,
            selected: view.id === current?.id,
            onSelect: () => onShow(view.filters),
          })),
          ...(views.length > 0 ? (['separator'] as const) : []),
          ...(current && current.owner === user?.id
            ? [
                {
                  key: 'drop',
                  label: t('savedViews.drop', { name: current.name }),
                  onSelect: () => drop.mutate(current.id),
                },
              ]
            : [{ key: 'keep', label: t('savedViews.keep'), onSelect: () => setKeeps(true) }]),
        ]}
      />
      {keeps && <KeepDialog filters={filters} onClose={() => setKeeps(false)} />}
    </>
  )
}

function KeepDialog({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const { t } = useTranslation('support')
  const keep = useKeepView()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  return (
    <FormDialog
      title={t('savedViews.keep')}
      submit={t('savedViews.save')}
      busy={keep.isPending}
      incomplete={name.trim() === ''}
      refusal={keep.isError && t(`refused.${refusalKey(keep.error)}`)}
      onClose={onClose}
      onSubmit={() => keep.mutate({ name: name.trim(), filters, shared }, { onSuccess: onClose })}
    >
      <Field label={t('savedViews.name')}>
        <Input value={name} maxLength={60} autoFocus onChange={({ target }) => setName(target.value)} />
      </Field>
      <Checkbox checked={shared} onCheckedChange={(on) => setShared(on === true)}>
        {t('savedViews.forAll')}
      </Checkbox>
    </FormDialog>
  )
}
