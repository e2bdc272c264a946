import { Tabs as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  value: string
  onChange: (value: string) => void
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** Keeps the other tabs' contents in the page, hidden. */
  keep?: boolean
}

export function Tabs({ value, onChange, label, tabs, keep }: Props) {
  const list = useRef<HTMLDivElement>(null)
  // On a narrow phone the tab that an address names may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark of the current tab follows the value
  useEffect(() => {
    list.current
      ?.querySelector('[data-state=active]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' })
  }, [value])
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
      <Primitive.List
        ref={list}
        aria-label={label}
        className="flex gap-6 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent py-3 font-medium whitespace-nowrap text-muted transition-colors hover:text-text data-[state=active]:border-text data-[state=active]:text-text"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content
          key={tab.value}
          value={tab.value}
          className="pt-6 data-[state=inactive]:hidden"
          {...(keep ? { forceMount: true as const } : {})}
        >
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
