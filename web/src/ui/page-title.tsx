import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { brand } from '#lib/site/brand.ts'
import { classNames } from './class-names.ts'

/** Whether a screen was shown before this one since the page was loaded. */
let loaded = false

/** A menu or another thing that floats, open: whoever opened it is there, and it closes when the focus goes. */
const FLOATING = '[data-radix-popper-content-wrapper] > [data-state="open"]'

/** The heading of a screen. Focus comes here when one arrives from another, so a screen reader begins where the screen does. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  // The browser has its own idea of where a page that was just loaded begins.
  const [arrives] = useState(() => loaded)
  const taken = useRef(false)
  // A layout effect: it runs again when a screen that had to wait for a part of itself is shown again, without its focus.
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body
    const awaited = (lost || !taken.current) && document.querySelector(FLOATING) === null
    if (arrives && awaited) ref.current?.focus({ preventScroll: true })
    taken.current = true
    loaded = true
  }, [arrives])
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
