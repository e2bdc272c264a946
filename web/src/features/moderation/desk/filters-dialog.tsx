import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { reasonKey } from '../reasons.ts'
import {
  ACTIONS,
  type FilterRule,
  filtersQuery,
  isPattern,
  KINDS,
  tryQuery,
  useAddFilter,
  useEndFilter,
} from './filters.ts'

const TRUSTS = [4, 3, 2, 1] as const

/** Words and links that texts are held, masked or refused for: the list, a new one, and a text to try them on. */
export function FiltersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('moderation')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('filters.title')}
      description={t('filters.purpose')}
      footer={
        <Button variant="outline" onClick={onClose}>
          {t('filters.close')}
        </Button>
      }
    >
      <div className="grid gap-6">
        <NewRule />
        <Rules />
        <TryText />
      </div>
    </Dialog>
  )
}

function NewRule() {
  const { t } = useTranslation('moderation')
  const [kind, setKind] = useState<FilterRule['kind']>('word')
  const [pattern, setPattern] = useState('')
  const [action, setAction] = useState<FilterRule['action']>('hold')
  const [below, setBelow] = useState<number>(4)
  const [tried, setTried] = useState(false)
  const add = useAddFilter()
  const clean = pattern.trim().toLowerCase()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isPattern(kind, clean) || add.isPending) return
    add.mutate(
      { kind, pattern: clean, action, below_trust: below, note: '' },
      {
        onSuccess: () => {
          setPattern('')
          setTried(false)
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <Segmented
        block
        label={t('filters.kind')}
        value={kind}
        onChange={setKind}
        options={KINDS.map((value) => ({ value, label: t(`filters.kinds.${value}`) }))}
      />
      {add.error && <Notice refusal>{t('filters.refused')}</Notice>}
      <Field
        label={t(`filters.patterns.${kind}`)}
        hint={t(`filters.hints.${kind}`)}
        error={tried && !isPattern(kind, clean) ? t(`filters.wrong.${kind}`) : undefined}
      >
        <Input value={pattern} maxLength={100} onChange={({ target }) => setPattern(target.value)} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('filters.action')}>
          <Select
            value={action}
            onChange={({ target }) => setAction(ACTIONS.find((one) => one === target.value) ?? 'hold')}
          >
            {ACTIONS.map((one) => (
              <option key={one} value={one}>
                {t(`filters.actions.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('filters.whose')}>
          <Select value={below} onChange={({ target }) => setBelow(Number(target.value))}>
            {TRUSTS.map((trust) => (
              <option key={trust} value={trust}>
                {t(`filters.below.${trust}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Button type="submit" className="justify-self-start" busy={add.isPending}>
        {t('filters.add')}
      </Button>
    </form>
  )
}

function Rules() {
  const { t } = useTranslation('moderation')
  const rules = useQuery(filtersQuery)
  const end = useEndFilter()
  if (rules.isLoadingError) return <ErrorState onRetry={() => void rules.refetch()} />
  if (rules.data?.length === 0) return <p className="text-13 text-muted">{t('filters.none')}</p>
  return (
    <ul
      aria-label={t('filters.list')}
      className="divide-y divide-line rounded-control border border-line empty:hidden"
    >
      {rules.data?.map((rule) => (
        <li key={rule.id} className="flex items-center gap-3 px-3 py-2">
          <p className="grid min-w-0 flex-1">
            <code className="truncate text-13 font-semibold">{rule.pattern}</code>
            <span className="text-12 text-muted">
              {t(`filters.kinds.${rule.kind}`)}, {t(`filters.below.${rule.below_trust as 1 | 2 | 3 | 4}`)}
            </span>
          </p>
          <Badge>{t(`filters.actions.${rule.action}`)}</Badge>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('filters.endOf', { pattern: rule.pattern })}
            busy={end.isPending && end.variables === rule.id}
            onClick={() => end.mutate(rule.id)}
          >
            {t('filters.end')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function TryText() {
  const { t } = useTranslation('moderation')
  const [text, setText] = useState('')
  const asked = useDeferredValue(text)
  const { data: hits } = useQuery(tryQuery(asked, 1))
  const letters = Array.from(asked)
  return (
    <section className="grid gap-2">
      <Field label={t('filters.try')} hint={t('filters.tryHint')}>
        <Textarea value={text} maxLength={2000} onChange={({ target }) => setText(target.value)} />
      </Field>
      <div role="status" className="text-13 empty:hidden">
        {asked.trim() !== '' && hits?.length === 0 && <p className="text-muted">{t('filters.nothing')}</p>}
        {hits?.map(({ rule, offset, length, action }) => (
          <p key={`${rule} ${offset}`} className="text-pretty text-muted">
            <q className="font-medium text-text wrap-anywhere">
              {letters.slice(offset, offset + length).join('')}
            </q>{' '}
            {t(`reasons.${reasonKey(rule)}`)}, {t(action ? `filters.actions.${action}` : 'filters.shield')}
          </p>
        ))}
      </div>
    </section>
  )
}
