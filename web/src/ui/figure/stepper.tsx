import { Check } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

type Step = { key: string; label: string }

type Props = {
  /** The name of the flow. */
  label: string
  steps: readonly Step[]
  /** The key of the step one is at; past the last one, all are done. */
  current: string | null
  /** Given where one may go back to a step that is done. */
  onStep?: (key: string) => void
}

/** Where one is in a flow. On a phone only the current step keeps its name. */
export function Stepper({ label, steps, current, onStep }: Props) {
  const { t } = useTranslation('ui')
  const found = steps.findIndex(({ key }) => key === current)
  const at = found === -1 ? steps.length : found
  return (
    <ol aria-label={label} className="flex w-full items-center gap-2 text-13">
      {steps.map((step, place) => {
        const state = place < at ? 'done' : place === at ? 'current' : 'upcoming'
        const content = (
          <>
            <Mark state={state} number={place + 1} />
            <span
              className={classNames(
                'truncate',
                state === 'current' ? 'font-medium text-text' : 'text-muted max-sm:sr-only',
              )}
            >
              {step.label}
            </span>
            <span className="sr-only">, {t(`steps.${state}`)}</span>
          </>
        )
        const looks = 'flex min-w-0 items-center gap-2 rounded-inner'
        return (
          <li
            key={step.key}
            aria-current={state === 'current' ? 'step' : undefined}
            className={classNames(
              'flex min-w-0 items-center gap-2',
              place > 0 && 'flex-1',
              state === 'current' && 'max-sm:flex-none',
            )}
          >
            {place > 0 && (
              <span
                className={classNames('h-px min-w-3 flex-1', place <= at ? 'bg-control' : 'bg-line-strong')}
                aria-hidden
              />
            )}
            {state === 'done' && onStep ? (
              <button
                type="button"
                onClick={() => onStep(step.key)}
                className={classNames(
                  looks,
                  'relative transition-colors after:absolute after:-inset-x-1 after:-inset-y-3 hover:*:text-text',
                )}
              >
                {content}
              </button>
            ) : (
              <span className={looks}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type State = 'done' | 'current' | 'upcoming'

function Mark({ state, number }: { state: State; number: number }) {
  return (
    <span
      className={classNames(
        'tabular grid size-6 shrink-0 place-items-center rounded-pill border text-12 font-medium',
        state === 'done' && 'border-line-strong bg-raised text-text',
        state === 'current' && 'border-lamp-edge bg-lamp text-on-lamp',
        state === 'upcoming' && 'border-line-strong text-muted',
      )}
      aria-hidden
    >
      {state === 'done' ? <Check size={14} strokeWidth={2} /> : number}
    </span>
  )
}
