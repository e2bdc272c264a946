import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { lazyFramePart } from '#lib/browser/lazy-part.ts'
import { Toasts } from './notices/toasts.tsx'
import { AllRoutes } from './routing/routes.tsx'

// Without a network the page stays, and they come once there is one.
const ReferralQuestion = lazyFramePart(() => import('./notices/referral-question.tsx'))
const UpdatePrompt = lazyFramePart(() => import('./notices/update-prompt.tsx'))
const never = () => () => {}

type Props = {
  /** Says where the address comes from: the browser, or the page that is drawn ahead. */
  Router: (props: { children: ReactNode }) => ReactNode
  /** Whether the page was opened through a member's referral link. */
  referred?: boolean
}

/** The whole application. */
export function App({ Router, referred = false }: Props) {
  // Prerendered pages know no referral link: the question appears after hydration.
  const asked = useSyncExternalStore(
    never,
    () => referred,
    () => false,
  )
  // Browsers with a service worker from an earlier visit learn of a new version on every page.
  const controlled = useSyncExternalStore(
    never,
    () => Boolean(navigator.serviceWorker?.controller),
    () => false,
  )
  return (
    <>
      <Router>
        <AllRoutes />
        {asked ? (
          <Suspense fallback={null}>
            <ReferralQuestion />
          </Suspense>
        ) : null}
      </Router>
      {controlled ? (
        <Suspense fallback={null}>
          <UpdatePrompt />
        </Suspense>
      ) : null}
      <Toasts />
    </>
  )
}
