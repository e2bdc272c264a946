import { useState } from 'react'
import { Decimal } from 'trading/decimal'
import { useTranslation } from '#lib/language/i18n.ts'
import { useDistanceUnit } from '#lib/market/distance.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type AlertRule, NEAR_KINDS, type NearKind, useAlertRules } from '#lib/signals/signal-alerts.ts'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { useAllowanceRefusal } from '#ui/product/allowance-refusal.ts'

type Unit = 'r' | 'pips'
const USUAL: Record<Unit, string> = { r: '0.25', pips: '10' }

/** The member's alerts for one signal. Each change is saved at once. */
export default function AlertForm({
  signalId,
  instrument,
  rules,
  entered,
}: {
  signalId: string
  instrument: MarketInstrument
  rules: readonly AlertRule[]
  /** No alert for an entry in the past. */
  entered: boolean
}) {
  const { t } = useTranslation('signals')
  const { set, remove } = useAlertRules(signalId)
  const usedUp = useAllowanceRefusal()
  const market = useDistanceUnit()(instrument)
  const near = rules.find(({ distance }) => distance !== null)
  const [unit, setUnit] = useState<Unit>(near?.unit ?? 'r')
  // As written, in the unit of the market; rules hold pips.
  const scale = (of: Unit) => (of === 'pips' ? market.pips : new Decimal(1))
  const [distance, setDistance] = useState(
    near?.distance ? new Decimal(near.distance).dividedBy(scale(unit)).toString() : USUAL[unit],
  )
  const stored = (next: { distance: string; unit: Unit }) => ({
    distance: scale(next.unit).times(next.distance).toString(),
    unit: next.unit,
  })
  const isOn = (kind: AlertRule['kind']) => rules.some((rule) => rule.kind === kind)
  const readable = distance !== '' && Number(distance) > 0 && Number(distance) <= 10_000
  const change = (next: { distance: string; unit: Unit }) => {
    setUnit(next.unit)
    setDistance(next.distance)
    if (next.distance === '' || !(Number(next.distance) > 0) || Number(next.distance) > 10_000) return
    const on = NEAR_KINDS.filter(isOn)
    if (on.length > 0) set.mutate(on.map((kind) => ({ kind, ...stored(next) })))
  }
  const toggle = (kind: NearKind | 'events', on: boolean) => {
    if (!on) return remove.mutate([kind])
    set.mutate([
      kind === 'events' ? { kind, distance: null, unit: null } : { kind, ...stored({ distance, unit }) },
    ])
  }
  return (
    <div className="grid gap-4">
      <div>
        <p className="font-semibold">{t('own.alerts.title')}</p>
        <p className="mt-0.5 text-12 text-pretty text-muted">{t('own.alerts.text')}</p>
      </div>
      <div className="grid gap-2.5">
        {(['events', ...NEAR_KINDS] as const)
          .filter((kind) => kind !== 'entry' || !entered)
          .map((kind) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the switch is inside
            <label key={kind} className="flex items-center justify-between gap-4 text-13">
              {t(`own.alerts.${kind}`)}
              <Switch
                checked={isOn(kind)}
                disabled={kind !== 'events' && !readable}
                onCheckedChange={(on) => toggle(kind, on)}
              />
            </label>
          ))}
      </div>
      <div className="grid grid-cols-[1fr_auto] items-end gap-3">
        <Field label={t('own.alerts.distance')}>
          <NumberInput
            value={distance}
            step={unit === 'r' ? '0.05' : '1'}
            onChange={(value) => change({ distance: value, unit })}
          />
        </Field>
        <span className="pb-1.5">
          <Segmented
            label={t('own.alerts.unit')}
            value={unit}
            onChange={(next) => change({ unit: next, distance: USUAL[next] })}
            options={[
              { value: 'r', label: 'R' },
              { value: 'pips', label: market.name },
            ]}
          />
        </span>
      </div>
      <p role="status" className="text-12 text-muted empty:hidden">
        {set.isError || remove.isError ? (usedUp(set.error) ?? t('own.failed')) : ''}
      </p>
    </div>
  )
}
