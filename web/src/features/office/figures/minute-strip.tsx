import { classNames } from '#ui/class-names.ts'

type Props = {
  /** Of how many instruments each minute is missing, the oldest first. */
  missing: readonly number[]
  warn: boolean
  className?: string
}

/** The minutes of the last hour, a tick each; one that is missing is faint. The text beside it says how many there are. */
export function MinuteStrip({ missing, warn, className }: Props) {
  return (
    <span aria-hidden className={classNames('flex h-3.5 gap-px', className)}>
      {missing.map((count, minute) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a minute is its place
          key={minute}
          className={classNames(
            'min-w-px flex-1 rounded-[0.5px]',
            count === 0 ? 'bg-faint' : warn ? 'bg-warn' : 'bg-line-strong',
          )}
        />
      ))}
    </span>
  )
}
