import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { Area } from './area.tsx'
import { brand } from './brand.ts'
import { NOT_FOUND, SCREENS } from './screens.ts'

const DevUi = lazy(() => import('./dev-ui.tsx'))

/** Every address of the product: the screens, the old names of the bot (S-02), the sheet of parts, and what is not there. */
export function AllRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Routes>
        {['/ianalyse', `/${brand.slug}`].map((path) => (
          <Route key={path} path={path} element={<Navigate to="/bot-ia" replace />} />
        ))}
        <Route path="/dev/ui" element={<DevUi />} />
        {Object.entries(SCREENS).map(([path, screen]) => (
          <Route key={path} path={path} element={<Area screen={screen} />} />
        ))}
        <Route path="*" element={<Area screen={NOT_FOUND} />} />
      </Routes>
    </Suspense>
  )
}
