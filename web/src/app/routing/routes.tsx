import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { brand } from '../brand.ts'
import { Area } from '../frame/area.tsx'
import { useOnTheWay } from './browser-router.tsx'
import { screenAt } from './screen-at.ts'
import { SCREENS } from './screens.ts'

const DevUi = lazyPart(() => import('../dev/dev-ui.tsx'))
const DevMails = lazyPart(() => import('../dev/dev-mails.tsx'))

/** Former addresses and their present ones: of the bot (S-02), and of the back-office from when its names were English. */
export const FORMER: Readonly<Record<string, string>> = {
  '/ianalyse': '/bot-ia',
  [`/${brand.slug}`]: '/bot-ia',
  '/admin/payments': '/admin/paiements',
  '/admin/payouts': '/admin/versements',
  '/admin/revenue': '/admin/revenus',
  '/admin/plans': '/admin/formules',
  '/admin/seller': '/admin/vendeur',
  '/admin/coupons': '/admin/codes-de-reduction',
}

/** Every address with a screen, whatever its audience. */
export const ADDRESSES: readonly string[] = [
  ...Object.keys(SCREENS),
  ...Object.keys(FORMER),
  '/dev/ui',
  '/dev/mails',
]

/** What an address shows: a screen, the design sheet, the mail sheet, or "not found". No path has parameters. */
function At() {
  const { pathname, search, hash } = useLocation()
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  const moved = FORMER[path]
  // Links in mails that were sent before name a row by its search.
  if (moved !== undefined) return <Navigate to={{ pathname: moved, search, hash }} replace />
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
