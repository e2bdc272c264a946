import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useController, useFieldArray } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/form/field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { FieldInputProps } from '../define-studio.ts'
import type { Shape } from '../document/fields.ts'
import { FactField } from './fact-field.tsx'
import { useContent, useNames } from './studio-context.tsx'
import { ValueInput } from './value-input.tsx'
import { useWrong } from './wrong.ts'

/** The fields of a kind in their sections, rendered from its schema. */
export function Fields() {
  const { studio } = useContent()
  const { t } = useNames()
  return studio.sections.map(({ key, fields }) => (
    <section key={key ?? ''} aria-label={key ? t(`sections.${key}`) : undefined}>
      {key && (
        <h3 className="border-b border-line bg-well px-4 py-2 text-13 font-semibold md:px-5">
          {t(`sections.${key}`)}
        </h3>
      )}
      {fields.map((name) => {
        const shape = studio.shapes[name]
        return shape && <OneField key={name} path={`fields.${name}`} shape={shape} />
      })}
    </section>
  ))
}

function OneField({ path, shape }: { path: string; shape: Shape }) {
  if (shape.type === 'fact') return <FactField path={path} shape={shape} />
  if (shape.type === 'list') return <ListField path={path} shape={shape} />
  return <PlainField path={path} shape={shape} />
}

function PlainField({ path, shape }: { path: string; shape: Exclude<Shape, { type: 'fact' | 'list' }> }) {
  const { t } = useTranslation('studio')
  const { fieldName } = useNames()
  const { studio } = useContent()
  const wrong = useWrong(path)
  const label = fieldName(path.replace('fields.', ''))
  const Own = studio.inputs?.[path.replace('fields.', '')]
  return (
    <div
      data-place={path}
      className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 md:px-5 @lg:grid-cols-[128px_minmax(0,1fr)]"
    >
      <span className="text-13 leading-5 font-medium text-muted @lg:pt-2">
        {label}
        {shape.optional && <span className="block text-12 font-normal text-faint">{t('optional')}</span>}
      </span>
      <div className={classNames('grid min-w-0 gap-1', shape.type === 'switch' && 'content-center @lg:pt-2')}>
        {Own ? (
          <OwnInput path={path} label={label} Input={Own} />
        ) : shape.type === 'group' ? (
          <div className="grid grid-cols-2 gap-3">
            {Object.entries(shape.of).map(([name, of]) => (
              <Field key={name} label={fieldName(`${path.replace('fields.', '')}.${name}`)}>
                <ValueInput path={`${path}.${name}`} shape={of} />
              </Field>
            ))}
          </div>
        ) : (
          <ValueInput path={path} shape={shape} label={label} />
        )}
        {wrong && <p className="text-12 text-loss">{wrong}</p>}
      </div>
    </div>
  )
}

function OwnInput({
  path,
  label,
  Input,
}: {
  path: string
  label: string
  Input: ComponentType<FieldInputProps>
}) {
  const { field } = useController({ name: path })
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <Input value={field.value} onChange={field.onChange} label={label} />
    </Suspense>
  )
}

/** A list of items of one kind, such as the accounts of a broker. */
function ListField({ path, shape }: { path: string; shape: Extract<Shape, { type: 'list' }> }) {
  const { t } = useTranslation('studio')
  const { fieldName } = useNames()
  const { fields, append, remove, swap } = useFieldArray({ name: path })
  const label = fieldName(path.replace('fields.', ''))
  return (
    <section data-place={path} aria-label={label}>
      {fields.map((row, place) => (
        <fieldset key={row.id} className="border-b border-line">
          <legend className="float-left flex w-full items-center gap-1 bg-well py-1 pr-2 pl-4 md:pl-5">
            <span className="mr-auto text-13 font-semibold">
              {label} {place + 1}
            </span>
            {place > 0 && (
              <RowButton
                label={t('list.up', { name: label, place: place + 1 })}
                onClick={() => swap(place, place - 1)}
              >
                <ArrowUp {...icon} />
              </RowButton>
            )}
            {place < fields.length - 1 && (
              <RowButton
                label={t('list.down', { name: label, place: place + 1 })}
                onClick={() => swap(place, place + 1)}
              >
                <ArrowDown {...icon} />
              </RowButton>
            )}
            <RowButton
              label={t('list.remove', { name: label, place: place + 1 })}
              onClick={() => remove(place)}
            >
              <Trash2 {...icon} />
            </RowButton>
          </legend>
          <div className="clear-both">
            {Object.entries(shape.of).map(([name, of]) => (
              <OneField key={name} path={`${path}.${place}.${name}`} shape={of} />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="border-b border-line px-4 py-2.5 md:px-5">
        <Button
          variant="outline"
          size="sm"
          icon={<Plus {...icon} />}
          onClick={() => append(shape.fresh(), { shouldFocus: true })}
        >
          {t('list.add', { name: label })}
        </Button>
      </div>
    </section>
  )
}

function RowButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return <Button size="sm" variant="ghost" iconOnly aria-label={label} icon={children} onClick={onClick} />
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
