import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { signOut } from '#lib/session/auth.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import {
  isRecentlyProved,
  proofWay,
  proveByApp,
  proveByCode,
  proveByPassword,
  sendProofCode,
} from './proof-calls.ts'
import { useAttempt } from './use-attempt.ts'

const HERE = '/mon-compte#donnees'

/** Asks for a proof of identity before sensitive changes: somebody else may be using a session left open. */
export function ProofDialog({ user, onDone }: { user: User; onDone: (proved: boolean) => void }) {
  const { t } = useTranslation('account')
  const { t: sentence } = useTranslation('auth')
  const navigate = useNavigate()
  const way = proofWay(user)
  const [mailed, setMailed] = useState(false)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const { refusal, setRefusal, busy, run } = useAttempt()
  const { email } = user
  const byCode = way.kind === 'app' || mailed

  const prove = async (digits: string) => {
    let proved = false
    const done = await run(async () => {
      if (way.kind === 'app') await proveByApp(way.factorId, digits)
      else if (mailed && email) await proveByCode(email, digits)
      else await proveByPassword(user, password)
      proved = await isRecentlyProved()
    })
    if (proved) onDone(true)
    // A password that was just set is no proof yet; access to the mailbox is.
    else if (done && email && !mailed) await mail()
  }
  const mail = async () => setMailed(await run(() => sendProofCode(email ?? '')))
  const leave = async () => {
    await signOut()
    navigate(`/login?next=${encodeURIComponent(HERE)}`, { replace: true })
  }
  return (
    <FormDialog
      title={t('proof.title')}
      description={t(way.kind === 'elsewhere' ? 'proof.elsewhere' : 'proof.purpose')}
      refusal={refusal && sentence(`errors.${refusal}`)}
      submit={t(way.kind === 'elsewhere' ? 'proof.again' : 'proof.go')}
      busy={busy}
      incomplete={way.kind !== 'elsewhere' && (byCode ? code.length < 6 : password === '')}
      aside={
        way.kind === 'password' && email && !mailed ? (
          <Button variant="ghost" className="mr-auto -ml-2" disabled={busy} onClick={() => void mail()}>
            {t('proof.mail')}
          </Button>
        ) : null
      }
      onSubmit={() => void (way.kind === 'elsewhere' ? leave() : prove(code))}
      onClose={() => onDone(false)}
    >
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      {way.kind === 'elsewhere' ? null : byCode ? (
        <Field
          label={t(way.kind === 'app' ? 'proof.app' : 'proof.code')}
          hint={way.kind === 'app' ? undefined : t('proof.codeHint', { email: email ?? '' })}
        >
          <CodeInput
            key={way.kind}
            value={code}
            onChange={(next) => {
              setCode(next)
              setRefusal(null)
            }}
            onComplete={(digits) => void prove(digits)}
            busy={busy}
            autoFocus
          />
        </Field>
      ) : (
        <Field label={t('proof.password')}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
    </FormDialog>
  )
}
