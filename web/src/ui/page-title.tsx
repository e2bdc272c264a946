import { type ReactNode, useEffect, useRef } from 'react'
import { brand } from '#lib/brand.ts'
import { classNames } from './class-names.ts'

/** Whether a screen was shown before this one since the page was loaded. */
let loaded = false

/** The heading of a screen. Focus comes here when one arrives from another, so a screen reader begins where the screen does. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The browser has its own idea of where a page that was just loaded begins.
    if (loaded) ref.current?.focus({ preventScroll: true })
    loaded = true
  }, [])
  useEffect(() => {
    document.title = `${ref.current?.textContent ?? ''} · ${brand.name}`
  })
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      data-title
      className={classNames('text-20 font-semibold tracking-title', className)}
    >
      {children}
    </h1>
  )
}
