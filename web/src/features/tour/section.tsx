import type { ReactNode } from 'react'

export const WRAP = 'mx-auto w-full max-w-[1248px] px-4 md:px-6'

/** A part of the home page under its title. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: string
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6 pt-16 md:pt-24">
      <div className={WRAP}>
        <div className="mb-6 max-w-[640px] md:mb-8">
          <h2
            id={`${id}-title`}
            className="text-[1.5rem] leading-7 font-semibold tracking-[-0.02em] md:text-28"
          >
            {title}
          </h2>
          <p className="mt-2 text-16 text-pretty text-muted">{lead}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
