import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#lib/brand.ts'
import { classNames } from './class-names.ts'

/** The heading of a screen. Focus comes here when one arrives from another, so a screen reader begins where the screen does. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const first = useLocation().key === 'default'
  const arrived = useRef(first)
  useEffect(() => {
    // A filter changes the address too; it must not move the focus.
    if (!arrived.current) ref.current?.focus({ preventScroll: true })
    arrived.current = true
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
