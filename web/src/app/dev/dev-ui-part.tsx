import type { ReactNode } from 'react'

/** One row of the sheet: the part's name on the left, its states on the right. */
export function DevPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-8 lg:grid-cols-[160px_minmax(0,1fr)]">
      <h3 className="text-16 font-semibold">{name}</h3>
      <div className="flex min-w-0 flex-wrap items-start gap-3">{children}</div>
    </section>
  )
}
