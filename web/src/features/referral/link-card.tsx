import { Copy } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { referralLink } from '#lib/money/own-referral.ts'
import { Button } from '#ui/button.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Panel } from './panel.tsx'

/** The link, to copy (S-17) or to scan. */
export function LinkCard({ code }: { code: string }) {
  const { t } = useTranslation('referral')
  const link = referralLink(code)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: t('link.copied'), description: t('link.copiedNote') })
    } catch {
      toast({ title: t('link.failed'), description: t('link.failedNote'), variant: 'destructive' })
    }
  }
  return (
    <Panel title={t('link.title')} note={t('link.note')}>
      <div className="flex flex-wrap items-end gap-4">
        <Field label={t('link.label')} className="min-w-0 flex-1 basis-64">
          <Input
            readOnly
            value={link}
            className="font-mono text-14"
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
        <Button
          variant="primary"
          size="lg"
          icon={<Copy size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('link.copy')}
        </Button>
        <QrCode value={link} label={t('link.scan')} className="w-28" />
      </div>
    </Panel>
  )
}
