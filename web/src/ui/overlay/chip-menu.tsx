import { ChevronDown } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import { Menu } from './menu.tsx'

type Props<Value extends string> = {
  /** The filter's name; the chip shows it while nothing is chosen. */
  label: string
  /** The choice that removes the filter. */
  any: string
  value: Value | null
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | null) => void
}

/** A filter with a few choices, one or none of them active. */
export function ChipMenu<Value extends string>({ label, any, value, options, onChange }: Props<Value>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Menu
      label={label}
      trigger={
        <Chip selected={chosen !== undefined}>
          {chosen ? <span className="sr-only">{label}</span> : label}
          {chosen?.label}
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Chip>
      }
      items={[
        { key: '', label: any, selected: chosen === undefined, onSelect: () => onChange(null) },
        ...options.map((option) => ({
          key: option.value,
          label: option.label,
          selected: option === chosen,
          onSelect: () => onChange(option.value),
        })),
      ]}
    />
  )
}
