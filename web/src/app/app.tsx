import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { RouterProvider } from 'react-router'
import { createQueryClient } from '#lib/query.ts'
import { FullScreenSpinner } from '#ui/spinner.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'
import { createRouter } from './router.tsx'

const Toasts = lazy(() => import('./toasts.tsx'))

export function App() {
  const [cache] = useState(createQueryClient)
  const [router] = useState(createRouter)
  return (
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <Suspense fallback={<FullScreenSpinner />}>
          <RouterProvider router={router} />
        </Suspense>
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      </TooltipProvider>
    </QueryClientProvider>
  )
}
