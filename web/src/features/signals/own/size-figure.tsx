import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Decimal } from 'trading/decimal'
import { entryPrice } from 'trading/levels'
import { positionSize, type Sizing } from 'trading/sizing'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery, type MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Course } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Field } from '#ui/form/field.tsx'
import { NumberInput } from '#ui/form/number-input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { useAccountRate } from './account-rate.ts'
import {
  type Account,
  accountQuery,
  CURRENCIES,
  type Currency,
  SAMPLE_ACCOUNT,
  useSaveAccount,
} from './own-queries.ts'

/** The size for the member's own account at a price, or at the entry while there is none. */
export function useSize(
  instrument: MarketInstrument,
  { levels, trade }: Course,
): { size: Sizing | null; account: Account } {
  const account = useQuery(accountQuery).data ?? SAMPLE_ACCOUNT
  const instruments = useQuery(instrumentsQuery).data ?? []
  const rate = useAccountRate(instruments, instrument.quoteCurrency, account.currency)
  const quote = useQuote(instrument.symbol)
  // A pending limit or stop order fills at its own price; entering an active signal costs the current price.
  const waits = trade.phase === 'pending' && levels.order_type !== 'market'
  const entry =
    waits || trade.phase === 'ended' || !quote ? null : levels.direction === 'buy' ? quote.ask : quote.bid
  const size =
    rate &&
    positionSize({
      capital: new Decimal(account.capital_minor).dividedBy(100),
      riskPercent: new Decimal(account.risk_percent),
      entry: entry === null ? entryPrice(levels) : new Decimal(entry),
      stop: trade.stop,
      contractSize: new Decimal(instrument.contractSize),
      conversionRate: rate,
      lotStep: new Decimal('0.01'),
    })
  return { size, account }
}

/** The number of lots that risks the member's chosen share of their capital. */
export function SizeFigure({
  instrument,
  course,
  className,
}: {
  instrument: MarketInstrument
  course: Course
  className: string
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { size, account } = useSize(instrument, course)
  return (
    <Stat
      className={className}
      label={t('size.label')}
      definition={t('size.formula')}
      value={
        size && size.problem !== 'invalid_input'
          ? t('size.lots', { lots: format.number(size.lots, 2) })
          : format.dash
      }
      note={
        <Popover
          label={t('size.account')}
          trigger={
            <button
              type="button"
              className="relative text-left underline decoration-line-strong underline-offset-3 after:absolute after:-inset-3"
            >
              {size?.problem === 'below_minimum'
                ? t('size.tooSmall')
                : t('size.for', {
                    risk: format.number(
                      account.risk_percent,
                      new Decimal(account.risk_percent).decimalPlaces(),
                    ),
                    capital: format.moneyShort(account.capital_minor, account.currency),
                  })}
            </button>
          }
        >
          <AccountForm />
        </Popover>
      }
    />
  )
}

function AccountForm() {
  const { t } = useTranslation('signals')
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
        if (readable) save.mutate({ capital_minor: minor, currency, risk_percent: risk })
      }}
    >
      <p className="font-semibold">{t('size.account')}</p>
      <div className="grid grid-cols-[1fr_88px] gap-3">
        <Field label={t('size.capital')}>
          <NumberInput value={capital} onChange={setCapital} digits={2} step="100" />
        </Field>
        <Field label={t('size.currency')}>
          <Select value={currency} onChange={(event) => setCurrency(event.target.value as Currency)}>
            {CURRENCIES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label={t('size.risk')} hint={t('size.riskHint')}>
        <NumberInput value={risk} onChange={setRisk} step="0.25" unit="%" />
      </Field>
      <Button type="submit" disabled={!readable} busy={save.isPending} block>
        {t('size.save')}
      </Button>
      <p role="status" className="text-12 text-muted">
        {save.isSuccess ? t('size.saved') : save.isError ? t('own.failed') : t('size.private')}
      </p>
    </form>
  )
}
