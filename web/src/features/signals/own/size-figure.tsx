import { useQuery } from '@tanstack/react-query'
import { Decimal } from 'trading/decimal'
import { entryPrice } from 'trading/levels'
import { positionSize, type Sizing } from 'trading/sizing'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import { instrumentsQuery, type MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Course } from '#lib/signals/signal.ts'
import { type Account, accountQuery, SAMPLE_ACCOUNT } from '#lib/signals/trading-account.ts'
import { AccountForm } from '#parts/trading-account/account-form.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { useAccountRate } from './account-rate.ts'

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
          <p className="font-semibold">{t('size.account')}</p>
          <AccountForm />
        </Popover>
      }
    />
  )
}
