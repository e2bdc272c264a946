import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  value: string
  onChange: (value: string) => void
  label: string
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[]
  /** Keeps the other tabs' contents in the page, hidden. */
  keep?: boolean
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** One stop of the Tab key; arrows choose. */
export function Tabs({ value, onChange, label, tabs, keep }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On a narrow phone the tab that an address names may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark of the current tab follows the value
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest', behavior: 'instant' })
  }, [value])
  const step = (event: KeyboardEvent) => {
    const to = STEPS[event.key]?.(
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    )
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[to as number]?.focus()
    onChange(tab.value)
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-6 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={step}
            className="-mb-px border-b-2 border-transparent py-3 -outline-offset-2 font-medium whitespace-nowrap text-muted transition-colors hover:text-text aria-selected:border-text aria-selected:text-text"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without a control in it, a panel is reached by keys only so
          tabIndex={0}
          hidden={tab.value !== value}
          className="pt-6"
        >
          {(keep || tab.value === value) && tab.content}
        </div>
      ))}
    </div>
  )
}
