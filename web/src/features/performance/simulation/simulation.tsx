import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ResultRow } from '../queries.ts'

const SimulationPanel = lazyPart(() => import('./simulation-panel.tsx'))

/** The record as it would have been for the current member. */
export function Simulation({ rows, signedIn }: { rows: readonly ResultRow[]; signedIn: boolean }) {
  const { t } = useTranslation('performance')
  return (
    <Card className="min-w-0 p-4 md:p-5">
      <h2 className="text-16 font-semibold">{t('simulation.title')}</h2>
      <p className="mt-0.5 max-w-3xl text-pretty text-muted">{t('simulation.text')}</p>
      {signedIn ? (
        <Suspense fallback={<Skeleton className="mt-4 h-20 w-full" />}>
          <SimulationPanel rows={rows} />
        </Suspense>
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button asChild>
            <Link to="/signup">{t('simulation.signUp')}</Link>
          </Button>
          <p className="text-13 text-muted">{t('simulation.visitor')}</p>
        </div>
      )}
    </Card>
  )
}
