import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { brand } from '#lib/site/brand.ts'
import { classNames } from './class-names.ts'

/** Whether another screen was shown before this one since the page loaded. */
let loaded = false

/** An open menu or other floating part: it holds the focus and closes when it loses it. */
const FLOATING = '[data-radix-popper-content-wrapper] > [data-state="open"]'

/**
 * The heading of a screen, or of one of its pages. It takes the focus after a navigation, so that a screen reader starts where the page
 * does; and the page is shown from its top.
 */
export function PageTitle({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  // On a page that has just loaded, the browser chooses where reading starts.
  const [arrives] = useState(() => loaded)
  const taken = useRef(false)
  const type = useNavigationType()
  // A page of the same screen begins at its top too. Going back, the browser knows the place; a named part is another one.
  const showTop = useEffectEvent(() => {
    if (type !== NavigationType.Pop && location.hash === '') scrollTo(0, 0)
  })
  // A layout effect: it runs again when a suspended screen is shown again without its focus.
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body
    const awaited = (lost || !taken.current) && document.querySelector(FLOATING) === null
    if (arrives && !taken.current) showTop()
    if (arrives && awaited) ref.current?.focus({ preventScroll: true })
    taken.current = true
    loaded = true
  }, [arrives])
  // Only when it changes: of two screens in the page, one out of sight, the one that came last is told.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is that of the children
  useEffect(() => {
    document.title = `${ref.current?.textContent ?? ''} · ${brand.name}`
  }, [children])
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
