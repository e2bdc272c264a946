import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { confirmApp, type Enrolment, enrolApp } from './auth-calls.ts'
import { freeName, groupedKey } from './factor-name.ts'
import { useAttempt } from './use-attempt.ts'

/** Enrols an authenticator app: the QR code, the key for people who cannot scan it, and the first code. */
export function AppDialog({
  taken,
  onAdded,
  onClose,
}: {
  taken: readonly string[]
  onAdded: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [code, setCode] = useState('')
  const { refusal, busy, run } = useAttempt()
  const begun = useRef(false)
  const begin = () => run(async () => setEnrolment(await enrolApp(freeName(t('app.name'), taken))))
  useEffect(() => {
    // Every call starts a new enrolment: only one per dialog.
    if (begun.current) return
    begun.current = true
    void begin()
  })
  const confirm = async (given: string) => {
    if (!enrolment) return
    if (await run(() => confirmApp(enrolment.id, given))) {
      toast({ title: t('app.saved') })
      onAdded()
    } else setCode('')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('app.title')}
      description={t('app.purpose')}
    >
      {refusal ? <Notice refusal>{sentence(`errors.${refusal}`)}</Notice> : null}
      {enrolment ? (
        <>
          <div className="flex flex-wrap items-center gap-4">
            <QrCode value={enrolment.uri} label={t('app.scan')} className="w-40 shrink-0" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="text-13 text-muted">{t('app.manual')}</p>
              <p className="mt-1 mb-3 font-mono text-13 break-all">{groupedKey(enrolment.secret)}</p>
              <CopyButton size="sm" text={enrolment.secret} label={t('app.copy')} />
            </div>
          </div>
          <Field label={t('app.code')}>
            <CodeInput
              value={code}
              onChange={setCode}
              onComplete={(given) => void confirm(given)}
              busy={busy}
              autoFocus
            />
          </Field>
        </>
      ) : refusal ? null : (
        <Skeleton className="h-40 w-full" />
      )}
      <div className="flex justify-end">
        <Button variant="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
