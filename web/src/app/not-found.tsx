import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'

export default function NotFound() {
  const { t } = useTranslation('app')
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 px-6 py-24 text-center">
      <p className="tabular text-56 font-semibold text-faint" aria-hidden>
        404
      </p>
      <PageTitle>{t('notFound.title')}</PageTitle>
      <p className="text-16 text-muted">{t('notFound.text')}</p>
      <Button variant="primary" size="lg" asChild>
        <Link to="/">{t('notFound.home')}</Link>
      </Button>
    </div>
  )
}
