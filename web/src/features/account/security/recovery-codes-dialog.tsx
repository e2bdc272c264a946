import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { downloadFile } from '#ui/table/table-export.ts'
import { groupedCode, recoveryFile } from './factor-name.ts'

/** Shows the recovery codes, once. The dialog closes when the person confirms having stored them: nobody can show them again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('account')
  const [kept, setKept] = useState(false)
  const download = () =>
    downloadFile(
      `${brand.slug}-${t('recovery.file')}.txt`,
      recoveryFile(brand.name, codes, t('recovery.note')),
      'text/plain;charset=utf-8',
    )
  return (
    <Dialog
      open
      closable={false}
      onOpenChange={() => undefined}
      title={t('recovery.title')}
      description={t('recovery.note')}
    >
      <ol className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-control border border-line bg-well p-4 font-mono text-14 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{groupedCode(code)}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={() => codes.map(groupedCode).join('\n')} label={t('recovery.copy')} />
        <Button icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={download}>
          {t('recovery.download')}
        </Button>
      </div>
      <Checkbox checked={kept} onCheckedChange={(checked) => setKept(checked === true)}>
        {t('recovery.kept')}
      </Checkbox>
      <div className="flex justify-end">
        <Button variant="primary" disabled={!kept} onClick={onClose}>
          {t('recovery.done')}
        </Button>
      </div>
    </Dialog>
  )
}
