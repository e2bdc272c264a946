import Queue from '#features/qualification/screen.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { PageTitle } from '#ui/page-title.tsx'

/** For admins only (S-29): the queue of requests for premium. */
export default function AdminDesk() {
  const { t } = useTranslation('qualification')
  return (
    <div className="mx-auto w-full max-w-312 px-4 pt-5 pb-10 md:px-6">
      <header className="mb-5">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
      </header>
      <Queue />
    </div>
  )
}
