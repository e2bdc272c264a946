import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { PublicReadError } from '#lib/data/public-rpc.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Contract, contractByCode, type EndPurpose, endByCode, requestCode } from './contract-end.ts'
import { EndDone } from './end-done.tsx'
import { type EndRefusal, EndReview } from './end-review.tsx'

type Step =
  | { name: 'address' }
  | { name: 'code'; address: string }
  | { name: 'review'; address: string; code: string; contract: Contract | null }
  | { name: 'done'; at: string; contract: Contract }

/** Ends a contract with a code sent by email: address, code, the exact consequences, confirmation. */
export function CodeEnd({ purpose }: { purpose: EndPurpose }) {
  const { t } = useTranslation('legal')
  const [step, setStep] = useState<Step>({ name: 'address' })
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<EndRefusal | null>(null)
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof PublicReadError && error.status === 429 ? 'too_often' : 'failed')
    } finally {
      setBusy(false)
    }
  }
  // Reads the form itself, since the reader may have typed before hydration.
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const address = String(new FormData(event.currentTarget).get('address') ?? '').trim()
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return setRefusal('address_wrong')
    void attempt(async () => {
      await requestCode(address, purpose)
      setCode('')
      setStep({ name: 'code', address })
    })
  }
  const check = (address: string, given: string) =>
    attempt(async () => {
      const answer = await contractByCode(address, purpose, given)
      if ('refusal' in answer) {
        setCode('')
        return setRefusal(answer.refusal)
      }
      setStep({ name: 'review', address, code: given, contract: answer.contract })
    })
  const confirm = (address: string, given: string, contract: Contract) =>
    attempt(async () => {
      try {
        const answer = await endByCode(address, purpose, given, contract.withdrawal.refund)
        if ('refusal' in answer) return setRefusal(answer.refusal)
        setStep({ name: 'done', at: answer.at, contract })
      } catch (error) {
        if (!(error instanceof PublicReadError && error.status < 500)) throw error
        // The date or the contract changed in the meantime: the new amount is shown before it is confirmed.
        const answer = await contractByCode(address, purpose, given)
        if ('refusal' in answer) return setRefusal(answer.refusal)
        setStep({ name: 'review', address, code: given, contract: answer.contract })
        setRefusal('price_moved')
      }
    })

  if (step.name === 'done') return <EndDone purpose={purpose} at={step.at} contract={step.contract} />
  if (step.name === 'review') {
    const { address, code: given, contract } = step
    return (
      <EndReview
        purpose={purpose}
        contract={contract}
        busy={busy}
        refusal={refusal}
        onConfirm={() => contract && void confirm(address, given, contract)}
      />
    )
  }
  if (step.name === 'code') {
    const { address } = step
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Notice icon={<MailCheck size={16} strokeWidth={1.75} aria-hidden />}>
          {t('end.sent', { address })}
        </Notice>
        <Field label={t('end.code')} error={refusal ? t(`end.refusals.${refusal}`) : undefined}>
          <CodeInput
            value={code}
            onChange={setCode}
            onComplete={(given) => void check(address, given)}
            busy={busy}
            autoFocus
          />
        </Field>
        <div>
          <Button variant="ghost" block className="sm:w-auto" onClick={() => setStep({ name: 'address' })}>
            {t('end.again')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form onSubmit={ask} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-pretty text-muted">{t(`end.${purpose}.start`)}</p>
      <Field
        label={t('end.address')}
        hint={t('end.addressNote')}
        error={refusal ? t(`end.refusals.${refusal}`) : undefined}
      >
        <Input name="address" type="email" autoComplete="email" spellCheck={false} />
      </Field>
      <div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          className="sm:w-auto"
          busy={busy}
          disabled={busy}
        >
          {t(`end.${purpose}.label`)}
        </Button>
      </div>
    </form>
  )
}
