import { type FormEvent, useEffect, useState } from 'react'
import { Decimal, decimal } from 'trading/decimal'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import type { ResultRow } from '../queries.ts'
import { SimulationResult } from './simulation-result.tsx'
import { useSimulation } from './use-simulation.ts'

/** Stored in this browser only. */
const KEPT = 'vigie-simulation'
const FIELDS = {
  capital: { usual: '5000', min: '100', max: '10000000', step: '100' },
  risk: { usual: '1', min: '0.1', max: '10', step: '0.1' },
  spread: { usual: '1', min: '0', max: '100', step: '0.1' },
  delay: { usual: '5', min: '0', max: '240', step: '1' },
} as const
type Name = keyof typeof FIELDS
export type Account = Record<Name, string>
const NAMES = Object.keys(FIELDS) as Name[]

function keptAccount(): Account {
  let kept: Partial<Record<Name, unknown>> = {}
  try {
    kept = (JSON.parse(readSetting(KEPT) ?? '{}') ?? {}) as typeof kept
  } catch {
    // Unreadable values count as none.
  }
  return Object.fromEntries(
    NAMES.map((name) => [name, isWithin(name, String(kept[name])) ? String(kept[name]) : FIELDS[name].usual]),
  ) as Account
}

function isWithin(name: Name, value: string): boolean {
  const figure = decimal(value)
  const { min, max } = FIELDS[name]
  return (
    figure?.greaterThanOrEqualTo(min) === true &&
    figure.lessThanOrEqualTo(max) &&
    figure.decimalPlaces() <= (name === 'delay' ? 0 : 2)
  )
}

/** The member's four settings, and the selected signals' results with them. */
export default function SimulationPanel({ rows }: { rows: readonly ResultRow[] }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const [account, setAccount] = useState(keptAccount)
  const { state, start, stop } = useSimulation<Account>()
  // Results for other signals do not apply to these.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are what it depends on
  useEffect(stop, [rows.length, rows[0]?.signal_id, rows.at(-1)?.signal_id])

  const wrong = NAMES.filter((name) => !isWithin(name, account[name]))
  const run = (event: FormEvent) => {
    event.preventDefault()
    if (wrong.length > 0) return
    storeSetting(KEPT, JSON.stringify(account))
    void start(rows, account, { delayMinutes: Number(account.delay), spreadPips: account.spread })
  }
  const change = (name: Name, value: string) => {
    setAccount({ ...account, [name]: value })
    // The current run is for other settings.
    if (state.step === 'running') stop()
  }
  const unit = {
    capital: brand.currency,
    risk: '%',
    spread: t('simulation.pips'),
    delay: t('simulation.minutes'),
  }
  return (
    <>
      <form onSubmit={run} className="mt-4 grid gap-3">
        <div className="grid grid-cols-2 gap-3 max-[359px]:grid-cols-1 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
          {NAMES.map((name) => (
            <Field
              key={name}
              label={t(`simulation.${name}`)}
              error={
                wrong.includes(name) &&
                t('simulation.invalid', {
                  from: format.number(FIELDS[name].min, name === 'risk' ? 1 : 0),
                  to: format.number(FIELDS[name].max),
                })
              }
            >
              <NumberInput
                value={account[name]}
                onChange={(value) => change(name, value)}
                min={FIELDS[name].min}
                max={FIELDS[name].max}
                step={FIELDS[name].step}
                unit={unit[name]}
              />
            </Field>
          ))}
          <div className="grid content-end max-lg:col-span-full lg:pt-6.5 lg:content-start">
            {state.step === 'running' ? (
              <Button type="button" size="lg" onClick={stop}>
                {t('simulation.stop')}
              </Button>
            ) : (
              <Button type="submit" variant="primary" size="lg" disabled={wrong.length > 0}>
                {t('simulation.run')}
              </Button>
            )}
          </div>
        </div>
        <p className="max-w-3xl text-12 text-pretty text-muted">{t('simulation.rule')}</p>
      </form>
      <div role="status" className="tabular mt-2 min-h-5 text-13 text-muted">
        {state.step === 'running' &&
          t('simulation.progress', { done: format.number(state.done), all: format.number(rows.length) })}
        {state.step === 'failed' && <span className="text-loss">{t('simulation.failed')}</span>}
      </div>
      {state.step === 'done' && (
        <SimulationResult
          rows={rows}
          trades={state.trades}
          capitalMinor={new Decimal(state.account.capital).times(100).toNumber()}
          riskPercent={state.account.risk}
        />
      )}
    </>
  )
}
