import { useState } from 'react'
import type { Choice } from '#ui/form/choice-search.ts'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { MultiSelect } from '#ui/form/multi-select.tsx'
import { DevPart } from './dev-ui-part.tsx'

const INSTRUMENTS: readonly Choice[] = [
  { value: 'EURUSD', label: 'EUR/USD', note: 'Euro', group: 'Forex', keywords: ['euro'] },
  { value: 'GBPUSD', label: 'GBP/USD', note: 'Pound', group: 'Forex', keywords: ['cable'] },
  { value: 'USDJPY', label: 'USD/JPY', note: 'Yen', group: 'Forex' },
  { value: 'USDTRY', label: 'USD/TRY', note: 'Suspended', group: 'Forex', disabled: true },
  { value: 'XAUUSD', label: 'XAU/USD', note: 'Gold', group: 'Metals', keywords: ['gold'] },
  { value: 'XAGUSD', label: 'XAG/USD', note: 'Silver', group: 'Metals', keywords: ['silver'] },
  { value: 'BTCUSD', label: 'BTC/USD', note: 'Bitcoin', group: 'Crypto', keywords: ['bitcoin'] },
  { value: 'ETHUSD', label: 'ETH/USD', note: 'Ether', group: 'Crypto', keywords: ['ether'] },
]
const COUNTRIES = ['Belgium', 'Canada', 'France', 'Italy', 'Luxembourg', 'Monaco', 'Spain', 'Switzerland']

/** A search that answers late, and fails for `x`. */
async function findCountries(search: string, signal: AbortSignal): Promise<readonly Choice[]> {
  await new Promise((resolve) => setTimeout(resolve, 400))
  signal.throwIfAborted()
  if (search === 'x') throw new Error('The search is down.')
  return COUNTRIES.filter((name) => name.toLowerCase().includes(search.toLowerCase())).map((name) => ({
    value: name,
    label: name,
  }))
}

const nothing = () => undefined

/** What is chosen from many. */
export function DevChoices() {
  const [one, setOne] = useState<string | null>('EURUSD')
  const [country, setCountry] = useState<string | null>(null)
  const [some, setSome] = useState<string[]>(['EURUSD', 'XAUUSD', 'BTCUSD'])
  return (
    <>
      <DevPart name="Combobox">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Instrument" hint="Type to find it: cable, gold…">
            <Combobox value={one} onChange={setOne} choices={INSTRUMENTS} />
          </Field>
          <Field label="Country" hint="Asked for as one types; x fails.">
            <Combobox value={country} onChange={setCountry} choices={findCountries} />
          </Field>
          <Field label="Broker" error="Choose a broker.">
            <Combobox value={null} onChange={nothing} choices={[]} placeholder="None yet" />
          </Field>
          <Field label="Account">
            <Combobox value="XAUUSD" onChange={nothing} choices={INSTRUMENTS} readOnly />
          </Field>
          <Field label="Server">
            <Combobox value={null} onChange={nothing} choices={[]} busy />
          </Field>
          <Field label="Platform">
            <Combobox value={null} onChange={nothing} choices={[]} disabled />
          </Field>
        </div>
      </DevPart>
      <DevPart name="Several of many">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Instruments" hint="Backspace takes off the last.">
            <MultiSelect value={some} onChange={setSome} choices={INSTRUMENTS} />
          </Field>
          <Field label="Watched">
            <MultiSelect
              value={INSTRUMENTS.map((choice) => choice.value)}
              onChange={nothing}
              choices={INSTRUMENTS}
              shown={3}
              readOnly
            />
          </Field>
          <Field label="Sessions" error="Choose one at least.">
            <MultiSelect value={[]} onChange={nothing} choices={INSTRUMENTS} />
          </Field>
        </div>
      </DevPart>
    </>
  )
}
