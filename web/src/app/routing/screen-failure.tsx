import { useEffect, useRef } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { ErrorState } from '#ui/error-state.tsx'

/** A screen that failed. Without a connection its files are missing: it opens by itself when the connection returns. */
export function ScreenFailure({ code }: { code: string }) {
  const { t } = useTranslation('ui')
  const cut = useCut() !== null
  const wasCut = useRef(false)
  useEffect(() => {
    // Part of the members' frame, which is there; visitors are told by their browser alone.
    void import('#lib/live/reach.ts').then(({ lookForServer }) => lookForServer()).catch(() => undefined)
  }, [])
  useEffect(() => {
    if (wasCut.current && !cut) location.reload()
    wasCut.current = cut
  }, [cut])
  return cut ? (
    <ErrorState title={t('error.missing')} onRetry={() => location.reload()}>
      {t('error.missingText')}
    </ErrorState>
  ) : (
    <ErrorState code={code} onRetry={() => location.reload()} />
  )
}
