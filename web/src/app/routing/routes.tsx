import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { brand } from '../brand.ts'
import { Area } from '../frame/area.tsx'
import { useOnTheWay } from './browser-router.tsx'
import { screenAt } from './screen-at.ts'
import { SCREENS } from './screens.ts'

const DevUi = lazy(() => import('../dev/dev-ui.tsx'))
const DevMails = lazy(() => import('../dev/dev-mails.tsx'))

/** The old names of the bot (S-02). */
const BOT_BEFORE: readonly string[] = ['/ianalyse', `/${brand.slug}`]

/** Every address where something stands, whoever may see it. */
export const ADDRESSES: readonly string[] = [...Object.keys(SCREENS), ...BOT_BEFORE, '/dev/ui', '/dev/mails']

/** What stands at an address: a screen, the sheets of parts and of mails, or that nothing is there. No path has parameters. */
function At() {
  const { pathname, search, hash } = useLocation()
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  if (BOT_BEFORE.includes(path)) return <Navigate to="/bot-ia" replace />
  if (path === '/dev/ui') return <DevUi />
  if (path === '/dev/mails') return <DevMails />
  return <Area screen={screenAt({ pathname: path, search, hash })} />
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
