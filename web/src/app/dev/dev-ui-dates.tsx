import { useState } from 'react'
import { DateInput } from '#ui/date/date-input.tsx'
import { DateRangeInput } from '#ui/date/date-range-input.tsx'
import type { Period } from '#ui/date/iso-date.ts'
import { Field } from '#ui/form/field.tsx'
import { DevPart } from './dev-ui-part.tsx'

const TODAY = '2026-11-21'
const nothing = () => undefined

/** Days and periods. */
export function DevDates() {
  const [day, setDay] = useState('2026-11-19')
  const [from, setFrom] = useState('')
  const [period, setPeriod] = useState<Period | null>({ from: '2026-10-23', to: '2026-11-21' })
  return (
    <>
      <DevPart name="Day">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Opened on" hint="19/11/2026, 19-11, or 19 nov.">
            <DateInput value={day} onChange={setDay} today={TODAY} />
          </Field>
          <Field label="Valid from" hint="Within the next thirty days.">
            <DateInput value={from} onChange={setFrom} today={TODAY} min={TODAY} max="2026-12-21" />
          </Field>
          <Field label="Ends on" error="The end lies after the beginning.">
            <DateInput value="2026-11-01" onChange={nothing} today={TODAY} />
          </Field>
          <Field label="Published on">
            <DateInput value="2026-11-18" onChange={nothing} readOnly />
          </Field>
          <Field label="Closed on">
            <DateInput value="" onChange={nothing} disabled />
          </Field>
        </div>
      </DevPart>
      <DevPart name="Period">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Period">
            <DateRangeInput value={period} onChange={setPeriod} today={TODAY} max={TODAY} />
          </Field>
          <Field label="Compared with" error="Choose a period.">
            <DateRangeInput value={null} onChange={nothing} today={TODAY} />
          </Field>
        </div>
      </DevPart>
    </>
  )
}
