import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { ErrorState } from '#ui/states.tsx'

/** A screen that failed: said once, with a code that is also in the console. A part that is gone since a new version is fetched anew. */
export function RouteError() {
  const error = useRouteError()
  const [code] = useState(() => crypto.randomUUID().slice(0, 8))
  useEffect(() => {
    console.error(`reference ${code}`, error)
  }, [code, error])
  return (
    <main className="mx-auto max-w-xl p-6 pt-24">
      <ErrorState code={code} onRetry={() => location.reload()} />
    </main>
  )
}
