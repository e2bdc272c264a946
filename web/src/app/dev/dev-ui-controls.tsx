import { Bell, Copy, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Chip, FilterChip } from '#ui/chip.tsx'
import { Tabs } from '#ui/figure/tabs.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Link } from '#ui/link.tsx'
import { DevPart } from './dev-ui-part.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const VARIANTS = ['primary', 'inverse', 'secondary', 'outline', 'ghost', 'danger'] as const

/** Buttons and other controls. */
export function DevControls() {
  const [unit, setUnit] = useState('r')
  const [tab, setTab] = useState('subscription')
  const [on, setOn] = useState(true)
  return (
    <>
      <DevPart name="Actions">
        <div className="grid max-w-full grid-cols-[repeat(5,auto)] gap-3 overflow-x-auto p-1">
          {VARIANTS.map((variant) => (
            <div key={variant} className="contents">
              <Button variant={variant}>Action</Button>
              <Button variant={variant} icon={<Bell {...icon} />}>
                Action
              </Button>
              <Button variant={variant} disabled>
                Action
              </Button>
              <Button variant={variant} busy>
                Sending…
              </Button>
              <Button variant={variant} iconOnly aria-label="Copy" icon={<Copy {...icon} />} />
            </div>
          ))}
        </div>
        <div className="flex w-full flex-wrap items-center gap-3">
          <Button size="sm">28 px</Button>
          <Button>32 px</Button>
          <Button size="lg">44 px, touch</Button>
          <Button variant="primary" size="lg">
            Start for free
          </Button>
          <Link to="/dev/ui">A link in a text</Link>
        </div>
      </DevPart>
      <DevPart name="Input">
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Capital" hint="Used for the calculation, stays on this device.">
            <Input inputMode="decimal" defaultValue="5 000,00" trailing={<span className="pr-2">€</span>} />
          </Field>
          <Field label="E-mail" optional="optional">
            <Input type="email" placeholder="you@example.com" leading={<Mail {...icon} />} />
          </Field>
          <Field label="Stop" error="The stop of a buy lies below the entry (1.0860).">
            <Input defaultValue="1.0905" />
          </Field>
          <Field label="Password" optional="twelve characters at least">
            <PasswordInput defaultValue="correct horse" autoComplete="off" />
          </Field>
          <Field label="Timeframe">
            <Select defaultValue="M15">
              <option>M15</option>
              <option>H1</option>
            </Select>
          </Field>
          <Field label="Leverage" hint="Legal limit for forex.">
            <Input defaultValue="1:30" disabled />
          </Field>
          <Field label="Thesis" className="sm:col-span-2">
            <Textarea placeholder="What you see, and what would prove it wrong." />
          </Field>
          <div className="grid content-start gap-3">
            <Checkbox framed>A consent with a text that is long enough to take two lines.</Checkbox>
            <Checkbox framed invalid>
              A consent that is missing.
            </Checkbox>
            <Checkbox defaultChecked>Ticked</Checkbox>
          </div>
        </div>
      </DevPart>
      <DevPart name="Choices">
        <Segmented
          label="Unit"
          value={unit}
          onChange={setUnit}
          options={[
            { value: 'eur', label: '€' },
            { value: 'percent', label: '%' },
            { value: 'r', label: 'R' },
          ]}
        />
        <span className="flex h-8 items-center gap-3">
          <Switch checked={on} onCheckedChange={setOn} aria-label="Alerts" />
          <Switch aria-label="Sound" />
          <Switch disabled aria-label="Not available" />
        </span>
        <Chip selected>All</Chip>
        <Chip count={3}>Live</Chip>
        <Chip count={62}>Closed</Chip>
        <FilterChip label="Remove the filter EUR/USD" onRemove={() => setOn(on)}>
          EUR/USD
        </FilterChip>
        <div className="w-full">
          <Tabs
            label="Account"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'profile', label: 'Profile', content: 'The profile.' },
              { value: 'subscription', label: 'Subscription', content: 'The subscription.' },
              { value: 'history', label: 'History', content: 'The history.' },
            ]}
          />
        </div>
      </DevPart>
    </>
  )
}
