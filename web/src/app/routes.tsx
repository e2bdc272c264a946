import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { Area } from './area.tsx'
import { brand } from './brand.ts'
import { useOnTheWay } from './browser-router.tsx'
import { NOT_FOUND, SCREENS } from './screens.ts'

const DevUi = lazy(() => import('./dev-ui.tsx'))
const DevMails = lazy(() => import('./dev-mails.tsx'))

/** The old names of the bot (S-02). */
const BOT_BEFORE: readonly string[] = ['/ianalyse', `/${brand.slug}`]

/** What stands at an address: a screen, the sheets of parts and of mails, or that nothing is there. No path has parameters. */
function At() {
  const path = useLocation()
    .pathname.toLowerCase()
    .replace(/(?<=.)\/+$/, '')
  if (BOT_BEFORE.includes(path)) return <Navigate to="/bot-ia" replace />
  if (path === '/dev/ui') return <DevUi />
  if (path === '/dev/mails') return <DevMails />
  return <Area screen={SCREENS[path] ?? NOT_FOUND} />
}

export function AllRoutes() {
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <At />
      <Late />
    </Suspense>
  )
}

/** Over the screen before, once the way to another takes a moment (S-01). */
function Late() {
  if (!useOnTheWay()) return null
  return (
    <Suspense fallback={null}>
      <FullScreenSpinner late />
    </Suspense>
  )
}
