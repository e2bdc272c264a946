import { Decimal } from 'decimal.js'
import { useState } from 'react'
import { pipsBetween } from 'trading/instruments'
import { entryPrice } from 'trading/levels'
import { positionSize } from 'trading/sizing'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import type { MarketInstrument } from '#lib/live-signals.ts'
import { useQuote } from '#lib/live-signals.ts'
import { isOpen, type Signal, type Standing } from '#lib/signal.ts'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { Stat } from '#ui/stat.tsx'

const ACCOUNT = 'vigie-sizing-account'
type Account = { capital: string; risk: string }

function readAccount(): Account {
  try {
    return {
      capital: '5000',
      risk: '1',
      ...(JSON.parse(localStorage.getItem(ACCOUNT) ?? '{}') as Partial<Account>),
    }
  } catch {
    return { capital: '5000', risk: '1' }
  }
}

/** Price, result, what is left, and the size for the member's own account. */
export function KeyFigures({
  signal,
  instrument,
  stand,
}: {
  signal: Signal
  instrument: MarketInstrument
  stand: Standing
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const open = isOpen(signal)
  const { levels, trade, r, left, price } = stand
  const from = trade.fill ?? entryPrice(levels)
  const towards = levels.direction === 'buy' ? 1 : -1
  const pips = price === null ? null : pipsBetween(instrument, from, new Decimal(price)).times(towards)
  const cell =
    'border-line px-4 py-3 not-last:border-r max-md:[&:nth-child(2)]:border-r-0 max-md:[&:nth-child(n+3)]:border-t'
  const tone = r === null || r.isZero() ? '' : r.isPositive() ? 'text-gain' : 'text-loss'
  return (
    <div className="grid grid-cols-2 border-t border-line md:grid-cols-4">
      <Stat
        className={cell}
        label={t('figures.price')}
        value={open ? format.price(price, instrument.digits) : format.dash}
        note={
          open
            ? pips
              ? t(trade.fill ? 'figures.fromFill' : 'figures.fromEntry', { pips: format.signed(pips, 1) })
              : null
            : t('figures.ended')
        }
      />
      <Stat
        className={cell}
        label={open ? t('figures.running') : t('figures.result')}
        value={<span className={tone}>{format.r(r)}</span>}
        note={
          trade.fill
            ? t('figures.since', { price: format.price(trade.fill.toFixed(), instrument.digits) })
            : t('figures.notEntered')
        }
      />
      <Stat
        className={cell}
        label={t('rLeft')}
        definition={t('rLeftMeaning')}
        value={format.number(left?.ratio ?? null, 2)}
        note={
          left && (
            <span className={left.tooLate ? 'text-warn' : 'text-gain'}>
              {left.tooLate ? t(`late.${left.reason ?? 'ended'}`) : t('stillOpen')}
            </span>
          )
        }
      />
      <SizeFigure className={cell} instrument={instrument} stand={stand} />
    </div>
  )
}

function SizeFigure({
  instrument,
  stand,
  className,
}: {
  instrument: MarketInstrument
  stand: Standing
  className: string
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const [account, setAccount] = useState(readAccount)
  const change = (part: Partial<Account>) => {
    const next = { ...account, ...part }
    setAccount(next)
    localStorage.setItem(ACCOUNT, JSON.stringify(next))
  }
  const rate = useConversion(instrument.quoteCurrency)
  const { levels, price } = stand
  const number = (text: string) =>
    /^\d{1,12}([.,]\d{1,4})?$/.test(text) ? new Decimal(text.replace(',', '.')) : new Decimal(0)
  const size = rate
    ? positionSize({
        capital: number(account.capital),
        riskPercent: number(account.risk),
        entry: price === null ? entryPrice(levels) : new Decimal(price),
        stop: new Decimal(levels.stop_loss),
        contractSize: new Decimal(instrument.contractSize),
        conversionRate: rate,
        lotStep: new Decimal('0.01'),
      })
    : null
  return (
    <div className={classNames('min-w-0', className)}>
      <Stat
        label={t('size.label')}
        definition={t('size.formula')}
        value={
          size && size.problem !== 'invalid_input'
            ? t('size.lots', { lots: format.number(size.lots, 2) })
            : format.dash
        }
        note={
          <Popover
            trigger={
              <button
                type="button"
                className="relative underline decoration-line-strong underline-offset-3 after:absolute after:-inset-3"
              >
                {size?.problem === 'below_minimum'
                  ? t('size.tooSmall')
                  : t('size.for', {
                      risk: format.number(account.risk, 1),
                      capital: format.money(number(account.capital).times(100).round().toNumber(), 'EUR'),
                    })}
              </button>
            }
          >
            <div className="grid grid-cols-2 gap-3">
              <Field label={t('size.capital')}>
                <Input
                  inputMode="decimal"
                  value={account.capital}
                  onChange={(event) => change({ capital: event.target.value })}
                />
              </Field>
              <Field label={t('size.risk')}>
                <Input
                  inputMode="decimal"
                  value={account.risk}
                  onChange={(event) => change({ risk: event.target.value })}
                />
              </Field>
            </div>
            <p className="mt-3 text-12 text-muted">{t('size.note')}</p>
          </Popover>
        }
      />
    </div>
  )
}

/** Euros for one unit of a currency at the latest quotes, or null while they are not there. */
function useConversion(currency: string): Decimal | null {
  const direct = useQuote(currency === 'EUR' ? undefined : `EUR${currency}`)
  const dollar = useQuote('EURUSD')
  const perDollar = useQuote(`USD${currency}`)
  if (currency === 'EUR') return new Decimal(1)
  if (direct) return new Decimal(1).dividedBy(direct.ask)
  if (dollar && perDollar) return new Decimal(1).dividedBy(new Decimal(dollar.ask).times(perDollar.ask))
  return null
}
