import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { StopPage } from '#parts/brand/stop-page.tsx'
import { securityChangeQuery, useStopChange } from './stop-change.ts'

/** The page behind the link of a mail about a changed sign-in method, with or without a session. */
export default function StopChangeScreen() {
  // Visitors' pages load without the data cache.
  return (
    <QueryBoundary>
      <StopChange />
    </QueryBoundary>
  )
}

function StopChange() {
  const { t } = useTranslation('auth')
  const format = useFormat()
  const [search] = useSearchParams()
  const token = search.get('jeton') ?? ''
  const stop = useStopChange(token)
  return (
    <StopPage
      change={useQuery(securityChangeQuery(token))}
      stop={stop}
      isOpen={({ state }) => state === 'open'}
      asksPassword={!stop.data?.mailed}
      words={{
        title: t('stop.title'),
        invalid: t('stop.invalid'),
        failed: t('stop.failed'),
        stop: t('stop.do'),
        password: t('stop.password'),
      }}
    >
      {({ kind, at, state }) => (
        <>
          <p className="font-semibold">
            {t(`stop.kinds.${kind}`)}
            <span className="block text-13 font-normal text-muted">{format.dateTime(at)}</span>
          </p>
          <p role="status" className="text-pretty">
            {stop.data?.mailed ? t('stop.mailed', { email: stop.data.email ?? '' }) : t(`stop.${state}`)}
          </p>
        </>
      )}
    </StopPage>
  )
}
