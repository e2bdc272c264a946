import { useState } from 'react'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { PriceInput } from '#ui/form/price-input.tsx'
import { RadioGroup } from '#ui/form/radio.tsx'
import { Slider } from '#ui/form/slider.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { DevPart } from './dev-ui-part.tsx'

const PLANS = [
  { value: 'month', label: 'Monthly', note: 'Stops at the end of any month.', aside: '39,00 €' },
  { value: 'year', label: 'Yearly', note: 'Two months less to pay, once a year.', aside: '390,00 €' },
] as const
const ALERTS = [
  { value: 'all', label: 'Every signal' },
  { value: 'followed', label: 'Followed ones', note: 'Only what you chose to follow.' },
  { value: 'none', label: 'None', disabled: true },
] as const

/** Inputs for values. */
export function DevInputs() {
  return (
    <>
      <DevPart name="Numbers">
        <Numbers />
      </DevPart>
      <DevPart name="One of a few">
        <Choices />
      </DevPart>
      <DevPart name="Slider">
        <Sliders />
      </DevPart>
    </>
  )
}

function Numbers() {
  const [capital, setCapital] = useState('5000.00')
  const [risk, setRisk] = useState('1')
  const [stop, setStop] = useState('1.0905')
  const nothing = () => undefined
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Capital" hint="Arrow keys move it by 100, with Shift by 1 000.">
        <NumberInput value={capital} onChange={setCapital} min="0" step="100" digits={2} unit="€" />
      </Field>
      <Field label="Risk per trade" hint="Between 0,1 and 5 %.">
        <NumberInput value={risk} onChange={setRisk} min="0.1" max="5" step="0.1" unit="%" />
      </Field>
      <Field label="Stop" error="The stop of a buy lies below the entry (1.0860).">
        <PriceInput value={stop} onChange={setStop} digits={4} />
      </Field>
      <Field label="Gold" hint="The tick of this market is 0.05.">
        <PriceInput value="2384.00" onChange={nothing} digits={2} tick="0.05" readOnly />
      </Field>
      <Field label="Distance" hint="Computed from the entry.">
        <NumberInput value="25" onChange={nothing} unit="pips" disabled />
      </Field>
      <Field label="Current price" hint="Waiting for the market.">
        <PriceInput value="1.0866" onChange={nothing} digits={4} />
      </Field>
    </div>
  )
}

function Choices() {
  const [plan, setPlan] = useState<string | null>('year')
  const [alerts, setAlerts] = useState<string | null>('followed')
  const [on, setOn] = useState(true)
  const nothing = () => undefined
  return (
    <div className="grid w-full gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Billing">
        <RadioGroup cards value={plan} onChange={setPlan} options={PLANS} />
      </Field>
      <Field label="Alerts" hint="You can change it at any time.">
        <RadioGroup value={alerts} onChange={setAlerts} options={ALERTS} />
      </Field>
      <Field label="Experience" error="Choose one of the two.">
        <RadioGroup
          value={null}
          onChange={nothing}
          options={[
            { value: 'new', label: 'I begin' },
            { value: 'old', label: 'I trade already' },
          ]}
        />
      </Field>
      <Field label="Billing, settled">
        <RadioGroup cards readOnly value="month" onChange={nothing} options={PLANS} />
      </Field>
      <Field label="Sound" hint="A new signal is heard.">
        <Switch checked={on} onCheckedChange={setOn} />
      </Field>
    </div>
  )
}

function Sliders() {
  const [leverage, setLeverage] = useState('10')
  return (
    <div className="grid w-full gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Leverage">
        <Slider value={leverage} onChange={setLeverage} min="1" max="30" words={(value) => `1:${value}`} />
      </Field>
      <Field label="Volume">
        <Slider
          value="40"
          onChange={() => undefined}
          min="0"
          max="100"
          words={(value) => `${value} %`}
          disabled
        />
      </Field>
    </div>
  )
}
