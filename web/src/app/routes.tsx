import { lazy, Suspense } from 'react'
import { Navigate, useRoutes } from 'react-router'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { Area } from './area.tsx'
import { brand } from './brand.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

const DevUi = lazy(() => import('./dev-ui.tsx'))

/** Every address of the product: the screens, the old names of the bot (S-02), the sheet of parts, and what is not there. */
const ROUTES = [
  ...['/ianalyse', `/${brand.slug}`].map((path) => ({ path, element: <Navigate to="/bot-ia" replace /> })),
  { path: '/dev/ui', element: <DevUi /> },
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

const Matched = () => useRoutes(ROUTES)
