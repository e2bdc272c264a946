import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { currencyRate, middle } from '#lib/market/currency-rate.ts'
import { brand } from '#lib/site/brand.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { CalculatorResultPanel } from './calculator-result.tsx'
import { calculatePosition, typedNumber } from './position-calculator.ts'
import { instrumentsAndQuotes } from './queries.ts'
import { Section } from './section.tsx'

/** The position size calculator, free and without an account, on the latest quotes. */
export function CalculatorSection() {
  const { t, i18n } = useTranslation('tour')
  const format = useFormat()
  const { data: instruments, isLoadingError } = useQuery(instrumentsAndQuotes)
  const [symbol, setSymbol] = useState('EURUSD')
  const [typed, setTyped] = useState(() => ({ capital: format.number(5000), risk: '1', stop: '30' }))

  const [capital, riskPercent, stopPips] = [typed.capital, typed.risk, typed.stop].map((text) =>
    typedNumber(text, i18n.language),
  )
  const chosen = instruments?.find((instrument) => instrument.symbol === symbol)
  const price = chosen?.quote ? middle(chosen.quote) : null
  const conversionRate =
    instruments && chosen
      ? currencyRate(
          instruments.flatMap(({ baseCurrency, quoteCurrency, quote }) =>
            quote ? [{ baseCurrency, quoteCurrency, bid: quote.bid, ask: quote.ask }] : [],
          ),
          chosen.quoteCurrency,
          brand.currency,
        )
      : null
  const result =
    chosen && price && conversionRate && capital && riskPercent && stopPips
      ? calculatePosition({ capital, riskPercent, stopPips, instrument: chosen, price, conversionRate })
      : null

  const field = (name: keyof typeof typed, label: string, unit: ReactNode, valid: boolean) => (
    <Field label={label} error={valid ? undefined : t('calculator.invalid')}>
      <Input
        value={typed[name]}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        trailing={<span className="pr-2 text-14">{unit}</span>}
      />
    </Field>
  )
  return (
    <Section id="calculator" title={t('calculator.title')} lead={t('calculator.lead')}>
      <Card className="grid overflow-hidden lg:grid-cols-[1fr_1.25fr]">
        <div className="grid grid-cols-2 content-center gap-x-3 gap-y-4 p-4 md:gap-x-4 md:gap-y-5 md:p-6">
          {field(
            'capital',
            t('calculator.capital'),
            currencySign(brand.currency, i18n.language),
            capital !== null,
          )}
          {field('risk', t('calculator.risk'), '%', riskPercent !== null)}
          <Field label={t('calculator.instrument')}>
            <Select value={symbol} onChange={(event) => setSymbol(event.target.value)}>
              {(instruments ?? [{ symbol: 'EURUSD', name: 'EUR/USD' }]).map((instrument) => (
                <option key={instrument.symbol} value={instrument.symbol}>
                  {instrument.name}
                </option>
              ))}
            </Select>
          </Field>
          {field('stop', t('calculator.stop'), t('calculator.pips'), stopPips !== null)}
        </div>
        <CalculatorResultPanel
          result={result}
          asked={capital && riskPercent && stopPips ? { capital, riskPercent, stopPips } : null}
          problem={
            isLoadingError || (chosen && !price)
              ? t('calculator.noQuotes')
              : chosen && !conversionRate
                ? t('calculator.noRate', { currency: brand.currency })
                : null
          }
        />
      </Card>
      {chosen?.quote && price ? (
        <p className="mt-4 text-13 text-muted">
          {t('calculator.price', {
            instrument: chosen.name,
            price: format.price(price.toFixed(chosen.digits)),
            at: format.dateTime(chosen.quote.quoted_at),
          })}{' '}
          {chosen.quote.source === 'simulated' ? `${t('calculator.simulated')} ` : ''}
          {t('calculator.costs')}
        </p>
      ) : null}
    </Section>
  )
}

function currencySign(currency: string, language: string): string {
  const parts = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return parts.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency
}
