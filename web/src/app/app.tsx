import { lazy, Suspense, useEffect, useState } from 'react'
import { Router } from './router.tsx'

const Toasts = lazy(() => import('#ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

export function App() {
  const calm = useFirstCalm()
  return (
    <>
      <Router />
      <Suspense fallback={null}>{calm ? <Toasts /> : null}</Suspense>
    </>
  )
}

/** True once the page has been drawn and the browser has nothing more urgent to do. */
function useFirstCalm(): boolean {
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(setCalm, 500, true)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(() => setCalm(true), { timeout: 2000 })
    return () => cancelIdleCallback(waiting)
  }, [])
  return calm
}
