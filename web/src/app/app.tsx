import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Toasts } from './notices/toasts.tsx'
import { AllRoutes } from './routing/routes.tsx'

const ReferralQuestion = lazy(() => import('./notices/referral-question.tsx'))
const UpdatePrompt = lazy(() => import('./notices/update-prompt.tsx'))
const never = () => () => {}

type Props = {
  /** Says where the address comes from: the browser, or the page that is drawn ahead. */
  Router: (props: { children: ReactNode }) => ReactNode
  /** Whether the page was opened by a member's link. */
  referred?: boolean
}

/** The whole application. */
export function App({ Router, referred = false }: Props) {
  // Pages drawn ahead know of no link: the question comes once they are alive.
  const asked = useSyncExternalStore(
    never,
    () => referred,
    () => false,
  )
  // Whoever has the worker of an earlier visit: a newer version is told of wherever they are.
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
