import type { ReactNode } from 'react'

export const WRAP = 'mx-auto w-full max-w-[1248px] px-4 md:px-6'

/** A section of the home page with its title. */
export function Section({
  id,
  title,
  lead,
  aside,
  children,
}: {
  id: string
  title: string
  lead: string
  /** At the right of the title, on a desktop. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6 pt-16 md:pt-24">
      <div className={WRAP}>
        <div className="mb-6 flex flex-wrap items-end justify-between gap-4 md:mb-8">
          <div className="max-w-[640px]">
            <h2
              id={`${id}-title`}
              className="text-[1.5rem] leading-7 font-semibold tracking-[-0.02em] md:text-28"
            >
              {title}
            </h2>
            <p className="mt-2 text-16 text-pretty text-muted">{lead}</p>
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  )
}
