import { classNames } from './class-names.ts'

/** A placeholder in the shape of the content to come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block animate-pulse rounded-inner bg-raised', className)} />
}
