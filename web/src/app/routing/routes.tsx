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

/** Former addresses of the bot (S-02). */
const BOT_BEFORE: readonly string[] = ['/ianalyse', `/${brand.slug}`]

/** Every address with a screen, whatever its audience. */
export const ADDRESSES: readonly string[] = [...Object.keys(SCREENS), ...BOT_BEFORE, '/dev/ui', '/dev/mails']

/** What an address shows: a screen, the design sheet, the mail sheet, or "not found". No path has parameters. */
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

/** Shown over the current screen when the next one takes a moment to load (S-01). */
function Late() {
  if (!useOnTheWay()) return null
  return (
    <Suspense fallback={null}>
      <FullScreenSpinner late />
    </Suspense>
  )
}
