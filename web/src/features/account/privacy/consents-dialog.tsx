import { useQuery } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Link } from '#ui/link.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { consentsQuery } from './privacy-queries.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The member's consents and withdrawals: version of the text, language, place and time. */
export function ConsentsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const consents = useQuery(consentsQuery)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('privacy.consents')}
      description={t('privacy.logPurpose')}
    >
      {consents.isPending ? <Skeleton className="h-24 w-full" /> : null}
      {consents.isLoadingError ? <ErrorState onRetry={() => void consents.refetch()} /> : null}
      {consents.data?.length === 0 ? <p className="text-muted">{t('privacy.noConsent')}</p> : null}
      {consents.data && consents.data.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {consents.data.map(({ id, kind, granted, version, locale, source, at }) => (
            <li key={id} className="grid grid-cols-[16px_1fr] gap-x-3 py-3">
              <span className="mt-0.5 text-muted">{granted ? <Check {...icon} /> : <Undo2 {...icon} />}</span>
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {t(`privacy.kind.${kind}`)}
                  <Badge tone={granted ? 'gain' : 'neutral'}>
                    {t(granted ? 'privacy.granted' : 'privacy.withdrawn')}
                  </Badge>
                </p>
                <p className="text-13 text-pretty text-muted">
                  {t('privacy.consentOf', {
                    version,
                    language: t(`privacy.language.${locale}`),
                    source: t(`privacy.source.${source}`),
                  })}
                </p>
                <p className="tabular text-13 text-muted">{format.dateTimeWithZone(at)}</p>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-13 text-pretty text-muted">
        <Trans
          t={t}
          i18nKey="privacy.withdraw"
          components={{ place: <Link to="/mon-compte?onglet=notifications" onClick={onClose} /> }}
        />
      </p>
    </Dialog>
  )
}
