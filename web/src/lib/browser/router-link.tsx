// Links within the product. React Router's own include its loading of data and pages, which nothing here uses and which every
// first visit would download.
import type { ComponentProps, MouseEvent } from 'react'
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  /** Replaces the current history entry; a link to the current address always does. */
  replace?: boolean
}

/** A link to a screen or to another state of this one. Clicks that ask for another tab or window are left to the browser. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const there = createPath(useResolvedPath(to))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { target } = event.currentTarget
    const elsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (event.defaultPrevented || event.button !== 0 || elsewhere || (target && target !== '_self')) return
    event.preventDefault()
    void navigate(to, { replace: replace ?? here === there })
  }
  return <a {...rest} href={useHref(to)} onClick={follow} />
}

type NavLinkProps = Omit<LinkProps, 'className'> & {
  className: string | ((state: { isActive: boolean }) => string)
  /** Screens below its address belong to it too. */
  within?: boolean | undefined
}

/** A navigation link, which knows whether its screen is the current one. */
export function NavLink({ className, within = false, ...rest }: NavLinkProps) {
  const { pathname } = useResolvedPath(rest.to)
  const current = useLocation().pathname
  const isHere = current === pathname
  const isActive = isHere || (within && current.startsWith(`${pathname}/`))
  return (
    <Link
      {...rest}
      aria-current={isHere ? 'page' : isActive ? 'true' : undefined}
      className={typeof className === 'function' ? className({ isActive }) : className}
    />
  )
}
