import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type Props<Value extends string> = {
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode }[]
  label: string
  block?: boolean
}

/** One of a few choices, all of them visible. */
export function Segmented<Value extends string>({ value, onChange, options, label, block }: Props<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => next && onChange(next as Value)}
      aria-label={label}
      className={classNames('inline-flex rounded-control bg-raised p-[3px]', block && 'w-full')}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className={classNames(
            'relative inline-flex h-[26px] items-center justify-center gap-1.5 rounded-[5px] px-3 text-13 font-medium whitespace-nowrap text-muted transition-colors hover:text-text',
            'after:absolute after:inset-x-0 after:-inset-y-2 data-[state=on]:bg-surface data-[state=on]:text-text data-[state=on]:ring-1 data-[state=on]:ring-line-strong',
            block && 'flex-1',
          )}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
