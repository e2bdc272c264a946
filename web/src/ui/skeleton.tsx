import { classNames } from './class-names.ts'

/** A place that something will take, in its shape. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded-inner bg-raised', className)} />
}
