import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A boxed remark inside a form; a refusal is announced immediately. */
export function Notice({
  refusal,
  icon,
  children,
}: {
  refusal?: boolean
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role={refusal ? 'alert' : 'status'}
      className={classNames(
        'grid grid-cols-[16px_1fr] gap-3 rounded-control border bg-well p-3 text-13 text-pretty text-muted',
        refusal ? 'border-loss-mark' : 'border-line',
      )}
    >
      <span className={classNames('mt-0.5', refusal ? 'text-loss' : 'text-text')}>
        {refusal ? <CircleAlert size={16} strokeWidth={1.75} aria-hidden /> : icon}
      </span>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}
