import { FileDown } from 'lucide-react'
import { useStoredFile } from '#lib/data/use-stored-file.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'

/** Downloads the PDF of a member's own certificate. */
export function CertificateFile({ member, code }: { member: string; code: string }) {
  const { t } = useTranslation('certificate-file')
  const { busy, missing, download } = useStoredFile('certificates', `${member}/${code}.pdf`)
  return (
    <div>
      <Button busy={busy} onClick={download} icon={<FileDown size={16} strokeWidth={1.75} aria-hidden />}>
        {t('download')}
      </Button>
      {missing && (
        <p role="alert" className="mt-2 text-13 text-loss">
          {t('notYet')}
        </p>
      )}
    </div>
  )
}
