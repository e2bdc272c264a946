import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

/** The risk warning required wherever a leveraged product is shown. */
export function RiskNote({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      className={classNames(
        'grid grid-cols-[16px_1fr] gap-3 rounded-card border border-line bg-surface px-4 py-3 text-13 text-pretty text-muted',
        className,
      )}
    >
      <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 text-warn" aria-hidden />
      <span>{children}</span>
    </p>
  )
}
