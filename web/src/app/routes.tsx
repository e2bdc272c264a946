import { lazy, Suspense, useDeferredValue } from 'react'
import { Navigate, useLocation, useRoutes } from 'react-router'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { Area } from './area.tsx'
import { brand } from './brand.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

const DevUi = lazy(() => import('./dev-ui.tsx'))
const DevMails = lazy(() => import('./dev-mails.tsx'))

/** Every address of the product: the screens, the old names of the bot (S-02), the sheets of parts and of mails, and what is not there. */
const ROUTES = [
  ...['/ianalyse', `/${brand.slug}`].map((path) => ({ path, element: <Navigate to="/bot-ia" replace /> })),
  { path: '/dev/ui', element: <DevUi /> },
  { path: '/dev/mails', element: <DevMails /> },
  ...Object.entries(SCREENS).map(([path, screen]) => ({ path, element: <Area screen={screen} /> })),
  { path: '*', element: <Area screen={NOT_FOUND} /> },
]

export function AllRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Matched />
    </Suspense>
  )
}

/**
 * On the way to a screen that is not there yet the one before stays, under a spinner once that takes a moment (S-01). Without
 * this, React would show the spinner at once, and then for a third of a second at least.
 */
function Matched() {
  const asked = useLocation()
  const ready = useDeferredValue(asked)
  // What changes within a screen, such as its filters, is shown as it is typed.
  const shown = ready.pathname === asked.pathname ? asked : ready
  return (
    <>
      {useRoutes(ROUTES, shown)}
      {shown === asked ? null : <FullScreenSpinner late />}
    </>
  )
}
