import type { ReactNode } from 'react'
import { AllRoutes } from './routes.tsx'
import { Toasts } from './toasts.tsx'

/** The whole application; `Router` says where the address comes from: the browser, or the page that is drawn ahead. */
export function App({ Router }: { Router: (props: { children: ReactNode }) => ReactNode }) {
  return (
    <>
      <Router>
        <AllRoutes />
      </Router>
      <Toasts />
    </>
  )
}
