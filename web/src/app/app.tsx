import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from '#lib/query.ts'
import { Router } from './router.tsx'

const Toasts = lazy(() => import('#ui/toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

export function App() {
  const calm = useFirstCalm()
  return (
    <QueryClientProvider client={queryClient}>
      <Router />
      <Suspense fallback={null}>{calm ? <Toasts /> : null}</Suspense>
    </QueryClientProvider>
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
