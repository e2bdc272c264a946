import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Decimal } from 'trading/decimal'
import { useTranslation } from '#lib/language/i18n.ts'
import {
  accountQuery,
  CURRENCIES,
  type Currency,
  SAMPLE_ACCOUNT,
  useSaveAccount,
} from '#lib/signals/trading-account.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Select } from '#ui/form/select.tsx'

/** Capital, currency and risk of a signal, which every signal's size is computed from. */
export function AccountForm({ onSaved }: { onSaved?: () => void }) {
  const { t } = useTranslation('trading-account')
  const stored = useQuery(accountQuery).data
  const save = useSaveAccount(stored !== null && stored !== undefined)
  const account = stored ?? SAMPLE_ACCOUNT
  const [capital, setCapital] = useState(new Decimal(account.capital_minor).dividedBy(100).toFixed())
  const [risk, setRisk] = useState(account.risk_percent)
  const [currency, setCurrency] = useState<Currency>(account.currency)
  const minor = capital === '' ? 0 : new Decimal(capital).times(100).round().toNumber()
  const readable = minor >= 1 && minor <= 1e14 && risk !== '' && Number(risk) >= 0.01 && Number(risk) <= 10
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (readable && !save.isPending)
          save.mutate(
            { capital_minor: minor, currency, risk_percent: risk },
            { onSuccess: () => onSaved?.() },
          )
      }}
    >
      <div className="grid grid-cols-[1fr_88px] gap-3">
        <Field label={t('capital')}>
          <NumberInput value={capital} onChange={setCapital} digits={2} step="100" />
        </Field>
        <Field label={t('currency')}>
          <Select value={currency} onChange={(event) => setCurrency(event.target.value as Currency)}>
            {CURRENCIES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label={t('risk')} hint={t('riskHint')}>
        <NumberInput value={risk} onChange={setRisk} step="0.25" unit="%" />
      </Field>
      <Button type="submit" disabled={!readable} busy={save.isPending} block>
        {t('save')}
      </Button>
      <p role="status" className="text-12 text-muted">
        {save.isSuccess ? t('saved') : save.isError ? t('failed') : t('private')}
      </p>
    </form>
  )
}
