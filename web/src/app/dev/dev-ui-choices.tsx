import { useState } from 'react'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import type { Choice } from '#ui/form/open-choices.tsx'
import { DevPart } from './dev-ui-part.tsx'

const INSTRUMENTS: readonly Choice[] = [
  { value: 'EURUSD', label: 'EUR/USD', note: 'Euro', keywords: ['euro'] },
  { value: 'GBPUSD', label: 'GBP/USD', note: 'Pound', keywords: ['cable'] },
  { value: 'USDJPY', label: 'USD/JPY', note: 'Yen' },
  { value: 'USDTRY', label: 'USD/TRY', note: 'Suspended', disabled: true },
  { value: 'XAUUSD', label: 'XAU/USD', note: 'Gold', keywords: ['gold'] },
  { value: 'XAGUSD', label: 'XAG/USD', note: 'Silver', keywords: ['silver'] },
  { value: 'BTCUSD', label: 'BTC/USD', note: 'Bitcoin', keywords: ['bitcoin'] },
  { value: 'ETHUSD', label: 'ETH/USD', note: 'Ether', keywords: ['ether'] },
]
const nothing = () => undefined

/** One choice from many, and codes. */
export function DevChoices() {
  const [one, setOne] = useState<string | null>('EURUSD')
  const [code, setCode] = useState('')
  return (
    <>
      <DevPart name="Combobox">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Instrument" hint="Type to find it: cable, gold…">
            <Combobox value={one} onChange={setOne} choices={INSTRUMENTS} />
          </Field>
          <Field label="Broker" error="Choose a broker.">
            <Combobox value={null} onChange={nothing} choices={[]} placeholder="None yet" />
          </Field>
          <Field label="Platform">
            <Combobox value={null} onChange={nothing} choices={[]} disabled />
          </Field>
        </div>
      </DevPart>
      <DevPart name="Code">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Code of the application" hint="It changes every thirty seconds.">
            <CodeInput value={code} onChange={setCode} />
          </Field>
          <Field label="Code by e-mail" error="This code is not the one that was sent.">
            <CodeInput value="120938" onChange={nothing} />
          </Field>
          <Field label="Code being checked">
            <CodeInput value="482013" onChange={nothing} busy />
          </Field>
        </div>
      </DevPart>
    </>
  )
}
