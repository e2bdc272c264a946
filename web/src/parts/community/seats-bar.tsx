import { classNames } from '#ui/class-names.ts'

/** Without a label it is decoration: the words are beside it. */
type Props = { taken: number; of: number; label?: string; className?: string | undefined }

/** How many seats of an event are taken. */
export function SeatsBar({ taken, of, label, className }: Props) {
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={classNames('block h-1 overflow-hidden rounded-pill bg-line-strong', className)}
    >
      <span
        className="block h-1 origin-left rounded-pill bg-curve transition-transform"
        style={{ transform: `scaleX(${Math.min(1, taken / of)})` }}
      />
    </span>
  )
}
