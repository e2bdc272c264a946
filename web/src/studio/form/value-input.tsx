import { Decimal } from 'decimal.js'
import { useController, useWatch } from 'react-hook-form'
import { hundredths } from '#lib/language/format.ts'
import { minorUnits } from '#lib/money/minor-units.ts'
import { brand } from '#lib/site/brand.ts'
import { DateInput } from '#ui/date/date-input.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/input.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import type { Shape } from '../document/fields.ts'
import { DataInput } from './data-input.tsx'
import { useNames } from './studio-context.tsx'

type Props = { path: string; shape: Shape; label?: string }

/** The input for one value, chosen by its schema. Empty means null where the field is optional. */
export function ValueInput({ path, shape, label }: Props) {
  const { field } = useController({ name: path })
  const { t } = useNames()
  const parent = path.replace(/(\.value)?$/, '').replace(/\.[^.]+$/, '')
  const currency = useWatch({ name: `${parent}.currency` })
  const empty = shape.optional || path.endsWith('.value') ? null : ''
  const common = { 'aria-label': label, onBlur: field.onBlur, ref: field.ref, className: DENSE }
  const text = typeof field.value === 'string' ? field.value : ''
  const choices = (values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`choices.${value}`) }))
  const unit = shape.unit && t(`units.${shape.unit}`)
  switch (shape.type) {
    case 'switch':
      return (
        <Switch
          aria-label={label}
          checked={field.value === true}
          onCheckedChange={(on) => field.onChange(on)}
        />
      )
    case 'choice':
      return (
        <Select {...common} value={text} onChange={({ target }) => field.onChange(target.value || empty)}>
          <option value="">—</option>
          {choices(shape.values).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'choices': {
      const chosen = (field.value as string[] | null) ?? []
      return (
        <fieldset aria-label={label} className="flex flex-wrap gap-x-5 gap-y-2 py-1.5">
          {choices(shape.values).map(({ value, label: name }) => (
            <Checkbox
              key={value}
              checked={chosen.includes(value)}
              onCheckedChange={(on) =>
                field.onChange(
                  shape.values.filter((one) => (one === value ? on === true : chosen.includes(one))),
                )
              }
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      )
    }
    case 'words':
      return (
        <Input
          {...common}
          value={((field.value as string[] | null) ?? []).join(', ')}
          onChange={({ target }) => field.onChange(target.value === '' ? [] : target.value.split(/,\s?/))}
        />
      )
    case 'data':
      return <DataInput {...common} value={field.value} onChange={field.onChange} />
    case 'number':
    case 'decimal': {
      const { read, write, digits } =
        WRITTEN[shape.as === 'money' || shape.as === 'share' ? shape.as : shape.type]
      return (
        <NumberInput
          {...common}
          value={
            field.value === null || field.value === undefined || field.value === ''
              ? ''
              : write(String(field.value))
          }
          onChange={(value) => field.onChange(value === '' ? null : read(value))}
          digits={digits}
          unit={
            shape.as === 'money'
              ? ((currency as string | undefined) ?? brand.currency)
              : shape.as === 'share'
                ? '%'
                : (unit ?? '')
          }
        />
      )
    }
    default:
      if (shape.as === 'day')
        return (
          <DateInput
            className={DENSE}
            aria-label={label}
            value={text}
            onChange={(value) => field.onChange(value || empty)}
            onBlur={field.onBlur}
          />
        )
      if (shape.as === 'long')
        return (
          <Textarea
            {...common}
            className="md:text-14"
            value={text}
            rows={3}
            onChange={({ target }) => field.onChange(target.value || empty)}
          />
        )
      return (
        <Input
          {...common}
          type={shape.as === 'link' ? 'url' : 'text'}
          value={text}
          maxLength={shape.type === 'text' ? shape.most : undefined}
          onChange={({ target }) => field.onChange(target.value || empty)}
          {...(unit ? { trailing: <span className="px-1.5">{unit}</span> } : {})}
        />
      )
  }
}

/** How a stored number is typed and shown: minor units as an amount, a share as a percentage. */
const WRITTEN = {
  number: { read: (typed: string) => Number(typed), write: (kept: string) => kept, digits: 0 },
  decimal: { read: (typed: string) => typed, write: (kept: string) => kept, digits: 0 },
  money: {
    read: (typed: string) => minorUnits(typed),
    write: (kept: string) => hundredths(Number(kept)),
    digits: 2,
  },
  share: {
    read: (typed: string) => new Decimal(typed).div(100).toFixed(),
    write: (kept: string) => new Decimal(kept).times(100).toFixed(),
    digits: 0,
  },
} as const

/** Smaller inputs on desktop, where many are listed. */
export const DENSE = 'md:h-9 md:text-14'
