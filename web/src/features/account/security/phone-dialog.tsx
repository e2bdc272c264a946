import type { User } from '@supabase/auth-js'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { changePhone, confirmPhone } from './auth-calls.ts'
import { useAttempt } from './use-attempt.ts'

/** A number in international form, then the code that went to it; a change that waits for its code goes on with it. */
export function PhoneDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const [phone, setPhone] = useState('')
  const [waiting, setWaiting] = useState(user.new_phone ? `+${user.new_phone}` : null)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(false)
  const { refusal, busy, run } = useAttempt()
  const finish = () => {
    toast({ title: t('phone.saved') })
    onClose()
  }
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = phone.replace(/[\s().-]/g, '')
    const isNumber = /^\+[1-9]\d{6,14}$/.test(wanted)
    setWrong(!isNumber)
    if (!isNumber) return
    await run(async () => {
      const changed = await changePhone(wanted)
      if (changed.new_phone) setWaiting(wanted)
      else finish()
    })
  }
  const check = async (token: string) => {
    if (await run(() => confirmPhone(waiting ?? '', token))) finish()
    else setCode('')
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('phone.title')}
      description={t('phone.purpose')}
    >
      {refusal ? <Notice refusal>{sentence(`errors.${refusal}`)}</Notice> : null}
      {waiting ? (
        <div className="grid gap-4">
          <Field label={t('phone.code', { phone: waiting })}>
            <CodeInput
              value={code}
              onChange={setCode}
              onComplete={(token) => void check(token)}
              busy={busy}
              autoFocus
            />
          </Field>
          <div className="flex justify-end">
            <Button variant="ghost" onClick={() => setWaiting(null)}>
              {sentence('code.change')}
            </Button>
          </div>
        </div>
      ) : (
        <form onSubmit={(event) => void ask(event)} noValidate className="grid gap-4">
          <Field
            label={t('phone.new')}
            hint={t('phone.hint')}
            error={wrong ? sentence('problems.phone_invalid') : undefined}
          >
            <Input
              type="tel"
              autoComplete="tel"
              placeholder="+33 6 12 34 56 78"
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={busy} disabled={busy}>
              {t('phone.save')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
