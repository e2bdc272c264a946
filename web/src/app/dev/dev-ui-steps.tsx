import { useState } from 'react'
import { Stepper } from '#ui/figure/stepper.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Rating, RatingInput } from '#ui/form/rating.tsx'
import { DevPart } from './dev-ui-part.tsx'

const STEPS = [
  { key: 'offer', label: 'Offer' },
  { key: 'identity', label: 'Identity' },
  { key: 'payment', label: 'Payment' },
  { key: 'done', label: 'Confirmation' },
] as const
const nothing = () => undefined

/** Flows, judgements and codes. */
export function DevSteps() {
  const [step, setStep] = useState<string | null>('payment')
  const [stars, setStars] = useState<number | null>(null)
  const [code, setCode] = useState('')
  return (
    <>
      <DevPart name="Steps">
        <Stepper label="Subscription" steps={STEPS} current={step} onStep={setStep} />
        <Stepper label="Finished" steps={STEPS} current={null} />
      </DevPart>
      <DevPart name="Rating">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Your opinion" hint="It is shown with your first name.">
            <RatingInput value={stars} onChange={setStars} />
          </Field>
          <Field label="Support" error="Choose from one to five.">
            <RatingInput value={null} onChange={nothing} />
          </Field>
          <div className="grid content-start gap-2">
            <Rating value={4.4} count={212} />
            <Rating value={3} count={1} />
            <Rating value={null} count={0} />
          </div>
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
