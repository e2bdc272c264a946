import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

/** Leads to this order on a telephone, where the wallet usually is. */
export function CryptoPhone() {
  const { t } = useTranslation('payment')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {t('phone.do')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('phone.title')} description={t('phone.text')}>
        <QrCode value={location.href} label={t('phone.code')} className="w-54 justify-self-center" />
      </Dialog>
    </>
  )
}
