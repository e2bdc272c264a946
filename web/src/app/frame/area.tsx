import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { preloadTexts } from '#lib/language/i18n.ts'
import { mayBeSignedIn } from '#lib/session/session-key.ts'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { ScreenErrorBoundary } from '../routing/screen-error.tsx'
import type { Audience, Screen } from '../routing/screens.ts'
import { useScrollPosition } from '../routing/scroll-position.ts'

const loadVisitorArea = () => import('./visitor-area.tsx')
// With the texts of its frame, which no visitor fetches: drawn without them, it would only then begin to wait for them.
const loadMemberArea = () =>
  Promise.all([import('./member-area.tsx'), preloadTexts('shell')]).then(([area]) => area)
const loadEntryArea = () => import('./entry-area.tsx')
const loadCheckoutArea = () => import('./checkout-area.tsx')
const VisitorArea = lazy(loadVisitorArea)
const MemberArea = lazy(loadMemberArea)
const EntryArea = lazy(loadEntryArea)
const CheckoutArea = lazy(loadCheckoutArea)

/** A screen in the frame it belongs to. The frame stays while the screens change. */
export function Area({ screen: { audience, Screen } }: { screen: Screen }) {
  const { pathname } = useLocation()
  useScrollPosition()
  const content = (
    <Suspense fallback={<FullScreenSpinner />}>
      <ScreenErrorBoundary key={pathname}>
        <Screen />
        <Early />
      </ScreenErrorBoundary>
    </Suspense>
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

/** Stands beside the screen: once it is alive, so is everything else on the page. */
function Early() {
  useEffect(() => window.doEarly?.(), [])
  return null
}

/** Pages for everybody look like the rest of the member area to a member; for whoever has no session they load no client. */
function frame(audience: Audience): 'visitor' | 'entry' | 'checkout' | 'member' {
  if (audience === 'entry' || audience === 'checkout') return audience
  return audience === 'anyone' && !mayBeSignedIn() ? 'visitor' : 'member'
}

/** Begins to fetch the frame of a screen; never rejects. */
export function preloadArea(audience: Audience): Promise<unknown> {
  const load = {
    visitor: loadVisitorArea,
    entry: loadEntryArea,
    checkout: loadCheckoutArea,
    member: loadMemberArea,
  }[frame(audience)]
  return load().catch(() => null)
}
