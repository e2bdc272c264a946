import { FolderInput } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'

// With its parser, which nobody else needs.
const ImportDialog = lazyPart(() => import('./import-dialog.tsx'))

export function ImportButton() {
  const { t } = useTranslation('courses-studio')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        icon={<FolderInput size={14} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('import.open')}
      </Button>
      <Suspense fallback={null}>{open && <ImportDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
