import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { AllRoutes } from './routes.tsx'
import { Toasts } from './toasts.tsx'

const ReferralQuestion = lazy(() => import('./referral-question.tsx'))
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
      <Toasts />
    </>
  )
}
