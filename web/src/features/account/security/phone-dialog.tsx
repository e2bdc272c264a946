import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { changePhone, confirmPhone } from './auth-calls.ts'
import { useAttempt } from './use-attempt.ts'

/** A number in international form, then the code sent to it. If a change is pending, the dialog resumes with its code. */
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
  const ask = async () => {
    if (waiting) return
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
    <FormDialog
      title={t('phone.title')}
      description={t('phone.purpose')}
      refusal={refusal && sentence(`errors.${refusal}`)}
      submit={waiting ? null : t('phone.save')}
      busy={busy}
      aside={
        waiting ? (
          <Button variant="ghost" className="mr-auto -ml-2" onClick={() => setWaiting(null)}>
            {sentence('code.change')}
          </Button>
        ) : null
      }
      onSubmit={() => void ask()}
      onClose={onClose}
    >
      {waiting ? (
        <Field label={t('phone.code', { phone: waiting })}>
          <CodeInput
            value={code}
            onChange={setCode}
            onComplete={(token) => void check(token)}
            busy={busy}
            autoFocus
          />
        </Field>
      ) : (
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
      )}
    </FormDialog>
  )
}
