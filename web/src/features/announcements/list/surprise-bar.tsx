import { classNames } from '#ui/class-names.ts'

/** Standard deviations at which the bar is full. */
const FULL = 2.5

/** A surprise: how far in standard deviations of the indicator's surprises, to the right and in the colour of a gain if it is good for the currency. */
export function SurpriseBar({
  deviations,
  good,
  text,
  says,
}: {
  /** How far, without a sign; null while too few surprises are known. */
  deviations: number | null
  /** Null: neither direction is good for the currency. */
  good: boolean | null
  text: string
  says: string
}) {
  const length = Math.min(1, Math.abs(deviations ?? 0) / FULL) * 50
  return (
    <span title={says} className="relative flex h-5 w-full items-center justify-end">
      <span aria-hidden className="absolute inset-y-0 left-0 w-10">
        <i className="absolute inset-y-0.75 left-1/2 w-px bg-control" />
        {length > 0 && (
          <i
            style={
              good === false ? { right: '50%', width: `${length}%` } : { left: '50%', width: `${length}%` }
            }
            className={classNames(
              'absolute top-1.5 h-2 rounded-[1px]',
              good === null ? 'bg-muted' : good ? 'bg-gain-mark' : 'bg-loss-mark',
            )}
          />
        )}
      </span>
      <span
        className={classNames(
          'tabular text-13',
          good === null ? 'text-muted' : good ? 'text-gain' : 'text-loss',
        )}
      >
        {text}
        <span className="sr-only"> ({says})</span>
      </span>
    </span>
  )
}
