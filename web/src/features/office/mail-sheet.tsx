import { useGetOne } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useTranslation } from '#lib/i18n.ts'
import { NoSuchRow } from '#lib/resource.ts'
import { DetailSheet } from '#ui/detail-sheet.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MAIL_CONTENTS, type MailContent } from './mails.ts'

const MailPreview = lazy(() => import('./mail-preview.tsx'))

/** One mail, as the person it is for gets to read it. */
export function MailSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('office')
  const content = useGetOne<MailContent>(
    MAIL_CONTENTS.name,
    { id: Number(id) },
    { enabled: id !== null, retry: (count, error) => count < 3 && !(error instanceof NoSuchRow) },
  )
  const mail = id === null ? undefined : content.data
  return (
    <DetailSheet open={id !== null} title={mail?.to_address ?? t('mails.one')} onClose={onClose}>
      {mail ? (
        <Suspense fallback={<Skeleton className="m-6 h-80" />}>
          <MailPreview mail={mail} />
        </Suspense>
      ) : content.error instanceof NoSuchRow ? (
        <p className="p-6 text-muted">{t('mails.gone')}</p>
      ) : content.isError ? (
        <div className="p-6">
          <ErrorState onRetry={() => void content.refetch()} />
        </div>
      ) : (
        <Skeleton className="m-6 h-80" />
      )}
    </DetailSheet>
  )
}
