import { classNames } from '#ui/class-names.ts'

export type SegmentState = 'right' | 'wrong' | 'waiting' | 'now' | 'open'

/** A dashed bar for a wrong answer: colour alone does not tell it. */
export const WRONG_BAR = 'bg-[repeating-linear-gradient(90deg,var(--loss-mark)_0_4px,transparent_4px_7px)]'

const LOOKS: Readonly<Record<SegmentState, string>> = {
  right: 'bg-gain-mark',
  wrong: WRONG_BAR,
  waiting: 'bg-control',
  now: 'bg-text',
  open: 'bg-raised',
}

/** The questions of an attempt on one line. */
export function Segments({ states, label }: { states: readonly SegmentState[]; label: string }) {
  return (
    <div role="img" aria-label={label} className="flex gap-1">
      {states.map((state, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
          key={place}
          className={classNames('h-1 flex-1 rounded-pill', LOOKS[state])}
        />
      ))}
    </div>
  )
}
