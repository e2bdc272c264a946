import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Kbd } from '#ui/kbd.tsx'

type Suggestions<Option> = {
  found: readonly Option[]
  current: Option | undefined
  listId: string
  optionId: (option: Option) => string
  take: (option: Option) => void
}

type Props<Option> = {
  suggestions: Suggestions<Option>
  label: string
  enter: string
  row: (option: Option) => ReactNode
}

/** Suggestions above the field in which something is typed. */
export function SuggestionList<Option>({ suggestions, label, enter, row }: Props<Option>) {
  const { found, current, listId, optionId, take } = suggestions
  const chosen = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row is another element after each step
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's cleanup.
    void chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (found.length === 0) return null
  return (
    <div className="mb-2 overflow-hidden rounded-card border border-line-strong bg-overlay shadow-float">
      <p className="flex h-8 items-center border-b border-line px-4 text-12 text-muted">
        {label}
        <span className="ml-auto flex gap-1 pointer-coarse:hidden" aria-hidden>
          <Kbd>↑</Kbd>
          <Kbd>↓</Kbd>
          <Kbd>{enter}</Kbd>
        </span>
      </p>
      <div id={listId} role="listbox" aria-label={label} className="max-h-60 overflow-y-auto">
        {found.map((option) => (
          <div
            key={optionId(option)}
            ref={option === current ? chosen : null}
            id={optionId(option)}
            role="option"
            tabIndex={-1}
            aria-selected={option === current}
            // Keeps the caret in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
            onKeyDown={() => undefined}
            className={classNames(
              'flex min-h-10 cursor-pointer items-center gap-3 border-l-2 pr-3 pl-3.5 pointer-coarse:min-h-target',
              option === current ? 'border-text bg-raised' : 'border-transparent hover:bg-raised',
            )}
          >
            {row(option)}
          </div>
        ))}
      </div>
    </div>
  )
}
