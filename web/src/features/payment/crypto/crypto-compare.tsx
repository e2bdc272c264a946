import { Check, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { namesAddress } from './address-check.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = { address: string; fingerprint: string; onClose: () => void }

/** Compares what the wallet shows with this order's address, and leads to the same order on another device. */
export default function CryptoCompare({ address, fingerprint, onClose }: Props) {
  const { t } = useTranslation('payment')
  const [text, setText] = useState('')
  const known = text.trim() !== ''
  const same = namesAddress(text, address)
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t('check.dialog')}>
      <Field label={t('check.pasted')}>
        <Input
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="font-mono"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <p role="status" className="-mt-2 flex min-h-5 gap-2 text-13">
        {known ? (
          <>
            {same ? (
              <Check {...icon} className="mt-0.5 shrink-0 text-gain" />
            ) : (
              <CircleAlert {...icon} className="mt-0.5 shrink-0 text-loss" />
            )}
            {t(same ? 'check.same' : 'check.other')}
          </>
        ) : null}
      </p>
      <div className="grid items-center gap-4 border-t border-line pt-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <QrCode value={location.href} label={t('check.page')} className="w-32" />
        <div className="text-13 text-pretty text-muted">
          <p>{t('check.device')}</p>
          <code className="mt-2 block font-mono text-16 font-semibold text-text">{fingerprint}</code>
        </div>
      </div>
    </Dialog>
  )
}
