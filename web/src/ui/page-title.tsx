import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#lib/brand.ts'
import { classNames } from './class-names.ts'

/** The heading of a screen. Focus comes here on navigation, so a screen reader begins where the screen does. */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (key !== 'default') ref.current?.focus({ preventScroll: true })
    document.title = `${ref.current?.textContent ?? ''} · ${brand.name}`
  }, [key])
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      data-title
      className={classNames('text-20 font-semibold tracking-[-0.01em]', className)}
    >
      {children}
    </h1>
  )
}
