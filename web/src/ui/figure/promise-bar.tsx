import { classNames } from '#ui/class-names.ts'

type Props = { share: number; late: boolean; className?: string }

/** How much of a promised time has passed, 0 to 1: the needle is now, the right end the promise. The text beside it says the same. */
export function PromiseBar({ share, late, className }: Props) {
  const passed = `${100 * Math.min(1, Math.max(0, share))}%`
  return (
    <span aria-hidden className={classNames('relative h-1 rounded-pill bg-line-strong', className)}>
      <span
        className={classNames('absolute inset-y-0 left-0 rounded-pill', late ? 'bg-loss-mark' : 'bg-faint')}
        style={{ width: passed }}
      />
      <span
        className="absolute -inset-y-1 w-0.75 -translate-x-full rounded-pill bg-lamp-edge"
        style={{ left: passed }}
      />
    </span>
  )
}
