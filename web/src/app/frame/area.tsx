import { Suspense, useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { preloadTexts } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { ScreenErrorBoundary } from '../routing/screen-error.tsx'
import type { Audience, Screen } from '../routing/screens.ts'
import { useScrollPosition } from '../routing/scroll-position.ts'

const loadVisitorArea = () => import('./visitor-area.tsx')
// Fetched together with the frame's texts, which visitors never fetch: rendered without them, the frame would only then start
// waiting.
const loadMemberArea = () =>
  Promise.all([import('./member-area.tsx'), preloadTexts('shell')]).then(([area]) => area)
const loadEntryArea = () => import('./entry-area.tsx')
const loadCheckoutArea = () => import('./checkout-area.tsx')
const VisitorArea = lazyFramePart(loadVisitorArea)
const MemberArea = lazyFramePart(loadMemberArea)
const EntryArea = lazyFramePart(loadEntryArea)
const CheckoutArea = lazyFramePart(loadCheckoutArea)

/** A screen in the frame it belongs to. The frame stays mounted while screens change. */
export function Area({ screen: { audience, Screen } }: { screen: Screen }) {
  const { pathname } = useLocation()
  useScrollPosition()
  // The same element while the screen is: neither the frame nor the screen is drawn again with each change of the address, but
  // only what reads it.
  const content = useMemo(
    () => (
      <Suspense fallback={<FullScreenSpinner />}>
        <ScreenErrorBoundary key={pathname}>
          <Screen />
          <Early />
        </ScreenErrorBoundary>
      </Suspense>
    ),
    [pathname, Screen],
  )
  switch (frame(audience)) {
    case 'visitor':
      return <VisitorArea>{content}</VisitorArea>
    case 'entry':
      return <EntryArea>{content}</EntryArea>
    case 'checkout':
      return <CheckoutArea>{content}</CheckoutArea>
    case 'member':
      return <MemberArea audience={audience}>{content}</MemberArea>
  }
}

/** Rendered beside the screen: once it has hydrated, the whole page has. */
function Early() {
  useEffect(() => window.doEarly?.(), [])
  return null
}

/** Public pages have the member frame for members. Without a session they load no Supabase client. */
function frame(audience: Audience): 'visitor' | 'entry' | 'checkout' | 'member' {
  if (audience === 'entry' || audience === 'checkout') return audience
  return audience === 'anyone' && !mayBeSignedIn() ? 'visitor' : 'member'
}

/** Starts fetching a screen's frame; never rejects. */
export function preloadArea(audience: Audience): Promise<unknown> {
  const load = {
    visitor: loadVisitorArea,
    entry: loadEntryArea,
    checkout: loadCheckoutArea,
    member: loadMemberArea,
  }[frame(audience)]
  return load().catch(() => null)
}
