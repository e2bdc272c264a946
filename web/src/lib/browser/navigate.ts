import { use, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'

type Options = { replace?: boolean | undefined; state?: unknown }
/** Goes to an address, which may be relative to the one shown as in a link (`?tab=2`), or a number of steps through the history. */
export type Navigate = (to: string | number, options?: Options) => void

/**
 * The same function for as long as the page is shown. React Router's own depends on the address, so that whatever can
 * lead somewhere would be drawn again with each change of it.
 */
export function useNavigate(): Navigate {
  const { navigator } = use(NavigationContext)
  return useMemo(
    () =>
      (to, { replace, state } = {}) => {
        if (typeof to === 'number') navigator.go(to)
        else if (replace) navigator.replace(to, state)
        else navigator.push(to, state)
      },
    [navigator],
  )
}
