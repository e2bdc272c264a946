import { Check } from 'lucide-react'
import { classNames } from '#ui/class-names.ts'
import { Kbd } from '#ui/kbd.tsx'

type Props = {
  letter?: string
  label: string
  aside?: string
  on: boolean
  /** One of several, drawn round. */
  single?: boolean
  onChoose: () => void
}

/** A choice with its key. */
export const ChoiceRow = ({ letter, label, aside, on, single = false, onChoose }: Props) => (
  <button
    type="button"
    aria-pressed={on}
    aria-keyshortcuts={letter}
    onClick={onChoose}
    className={classNames(
      'flex min-h-8 w-full items-center gap-3 rounded-inner px-2 py-1 text-left transition-colors pointer-coarse:min-h-11',
      on ? 'bg-raised' : 'hover:bg-surface',
    )}
  >
    <span aria-hidden className="w-6 shrink-0 pointer-coarse:hidden">
      {letter && <Kbd>{letter}</Kbd>}
    </span>
    <span
      aria-hidden
      className={classNames(
        'grid size-4 shrink-0 place-items-center border',
        single ? 'rounded-pill' : 'rounded-key',
        on ? 'border-inverse bg-inverse text-on-inverse' : 'border-control',
      )}
    >
      {on &&
        (single ? (
          <i className="size-1.5 rounded-pill bg-on-inverse" />
        ) : (
          <Check size={12} strokeWidth={3} />
        ))}
    </span>
    <span className="min-w-0 flex-1">{label}</span>
    {aside && <span className="shrink-0 text-12 text-muted">{aside}</span>}
  </button>
)
