// Links within the product. React Router's own include its loading of data and pages, which nothing here uses and which every
// first visit would download.
import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { useNavigate } from './navigate.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of the product. `?…` and `#…` are relative to the one shown, as the browser reads them. */
  to: string
  /** Replaces the current history entry; a link to the current address always does. */
  replace?: boolean
}

/** A link to a screen or to another state of this one. Clicks that ask for another tab or window are left to the browser. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { href, target } = event.currentTarget
    const elsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (event.defaultPrevented || event.button !== 0 || elsewhere || (target && target !== '_self')) return
    event.preventDefault()
    navigate(to, { replace: replace ?? href === location.href })
  }
  return <a {...rest} href={to} onClick={follow} />
}

type NavLinkProps = Omit<LinkProps, 'className'> & {
  className: string | ((state: { isActive: boolean }) => string)
  /** Screens below its address belong to it too. */
  within?: boolean | undefined
}

/** A navigation link, which knows whether its screen is the current one. */
export function NavLink({ className, within = false, ...rest }: NavLinkProps) {
  const [pathname = ''] = rest.to.split(/[?#]/)
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
