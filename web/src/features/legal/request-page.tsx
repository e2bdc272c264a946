import { Mail } from 'lucide-react'
import { brand } from '#lib/brand.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { LegalPage } from './legal-page.tsx'

/** A document whose first step is a message that is ready to be sent. */
export function RequestPage({ document }: { document: 'cancel' | 'withdraw' }) {
  const { t } = useTranslation('legal')
  const message = `subject=${encodeURIComponent(t(`${document}.subject`))}&body=${encodeURIComponent(t(`${document}.body`))}`
  return (
    <LegalPage document={document}>
      <Button asChild variant="primary" size="lg" className="mt-6 max-w-full">
        <a href={`mailto:${brand.contact}?${message}`}>
          <Mail size={16} strokeWidth={1.75} aria-hidden />
          <span className="truncate">{t('write', { contact: brand.contact })}</span>
        </a>
      </Button>
    </LegalPage>
  )
}
