import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { FileSheet } from '#ui/overlay/file-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { MAIL_CONTENTS } from './mails.ts'

const MailPreview = lazyPart(() => import('./mail-preview.tsx'))

/** One email, as its recipient sees it. */
export function MailSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('office')
  return (
    <FileSheet
      resource={MAIL_CONTENTS}
      id={id}
      title={(mail) => mail?.to_address ?? t('mails.one')}
      gone={t('mails.gone')}
      onClose={onClose}
    >
      {(mail) => (
        <Suspense fallback={<Skeleton className="m-6 h-80" />}>
          <MailPreview mail={mail} />
        </Suspense>
      )}
    </FileSheet>
  )
}
