import { BadgeCheck, Link2, Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { DateInput } from '#ui/date/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { type DatedFact, daysLeft, SOON_DAYS } from '../document/document.ts'
import type { Shape } from '../document/fields.ts'
import { Freshness } from '../marks.tsx'
import { useNames } from './studio-context.tsx'
import { ValueInput } from './value-input.tsx'
import { useWrong } from './wrong.ts'

type Props = { path: string; shape: Extract<Shape, { type: 'fact' }> }

/** A dated fact: its value, its source, the day it was read, and how long it stays valid. */
export function FactField({ path, shape }: Props) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const { fieldName } = useNames()
  const { setValue } = useFormContext()
  const fact = useWatch({ name: path }) as DatedFact
  const wrong = useWrong(path)
  const panel = useId()
  const today = parisDay(new Date())
  const given = fact.value !== null && fact.value !== ''
  const left = given ? daysLeft(fact, today) : null
  const lacks = given && (fact.source.trim() === '' || fact.read_on === '')
  const [open, setOpen] = useState(false)
  const soon = left !== null && left <= SOON_DAYS
  const label = fieldName(path.replace('fields.', ''))
  const put = (part: keyof DatedFact, value: unknown) =>
    setValue(`${path}.${part}`, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const line = lacks
    ? t('fact.noSource')
    : [fact.source, fact.read_on && t('fact.readOn', { day: format.day(fact.read_on) })]
        .filter(Boolean)
        .join(', ')
  return (
    <div
      data-place={path}
      className={classNames(
        'grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 md:px-5 @lg:grid-cols-[128px_minmax(0,1fr)_112px]',
        soon && 'bg-warn-tint',
      )}
    >
      <span className="text-13 leading-5 font-medium text-muted @lg:pt-2">{label}</span>
      <div className="grid min-w-0 gap-1">
        <ValueInput path={`${path}.value`} shape={shape.of} label={label} />
        {given || open ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
            className={classNames(
              'relative flex min-w-0 items-center gap-1.5 justify-self-start rounded-inner text-left text-12 after:absolute after:-inset-x-1 after:-inset-y-2 hover:text-text',
              lacks ? 'text-warn' : 'text-muted',
            )}
          >
            {lacks ? <Pencil {...icon} /> : <Link2 {...icon} />}
            <span className="truncate">{line}</span>
          </button>
        ) : null}
        {wrong && <p className="text-12 text-loss">{wrong}</p>}
      </div>
      <div className="@lg:pt-1.5">{left !== null && <Freshness left={left} days={fact.valid_days} />}</div>
      {open && (
        <div id={panel} className="grid gap-3 pt-2 pb-1 @lg:col-span-2 @lg:col-start-2 @lg:grid-cols-2">
          <Field label={t('fact.source')} className="@lg:col-span-2">
            <Input
              value={fact.source}
              maxLength={300}
              onChange={({ target }) => put('source', target.value)}
            />
          </Field>
          <Field label={t('fact.source_url')} className="@lg:col-span-2">
            <Input
              type="url"
              value={fact.source_url ?? ''}
              placeholder="https://"
              onChange={({ target }) => put('source_url', target.value || null)}
            />
          </Field>
          <Field label={t('fact.read_on')}>
            <DateInput
              value={fact.read_on}
              max={today}
              today={today}
              onChange={(day) => put('read_on', day)}
            />
          </Field>
          <Field label={t('fact.valid_days')}>
            <NumberInput
              value={String(fact.valid_days)}
              min="1"
              max="3650"
              unit={t('fact.days')}
              onChange={(days) => put('valid_days', Number(days))}
            />
          </Field>
          <Button
            size="sm"
            variant="outline"
            className="justify-self-start"
            icon={<BadgeCheck size={14} strokeWidth={1.75} aria-hidden />}
            onClick={() => put('read_on', today)}
          >
            {t('fact.readToday')}
          </Button>
        </div>
      )}
    </div>
  )
}

const icon = { size: 12, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0' } as const
