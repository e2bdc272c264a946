import type { ReactNode } from 'react'

type Props = { title: string; text: string; children: ReactNode }

/** A message of the application in a corner of the page. It takes no focus and stays until it is answered. */
export function FloatingNote({ title, text, children }: Props) {
  return (
    <section
      role="status"
      className="fixed inset-x-4 bottom-[calc(var(--spacing-tabs)+16px)] z-30 mx-auto grid max-w-100 animate-appear gap-3 rounded-card border border-line-strong bg-overlay p-4 shadow-float lg:right-6 lg:bottom-6 lg:left-auto lg:mx-0"
    >
      <div>
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-13 text-pretty text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </section>
  )
}
