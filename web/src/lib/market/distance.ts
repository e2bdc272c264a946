import { useCallback } from 'react'
import { Decimal } from 'trading/decimal'
import { distanceUnit, type Instrument } from 'trading/market/instruments'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

type Measured = Pick<Instrument, 'class' | 'pipSize' | 'quoteCurrency'>

/** The pip that a chart counts distances in; null where they are in a currency. */
export const chartPip = (instrument: Pick<Instrument, 'class' | 'pipSize'>): string | null =>
  distanceUnit(instrument).unit === 'currency' ? null : instrument.pipSize

/** The unit of a market's distances by its name, and how many pips it is. */
export function useDistanceUnit(): (instrument: Measured) => { name: string; pips: Decimal } {
  const { t } = useTranslation('ui')
  return useCallback(
    (instrument) => {
      const { unit, pips } = distanceUnit(instrument)
      return { name: unit === 'currency' ? instrument.quoteCurrency : t(`distance.${unit}`), pips }
    },
    [t],
  )
}

/** A distance in the price of a market, in its unit. */
export function useDistance(): (
  instrument: Measured,
  pips: Decimal | string | number,
  options?: { signed?: boolean },
) => string {
  const unitOf = useDistanceUnit()
  const format = useFormat()
  return useCallback(
    (instrument, pips, { signed = false } = {}) => {
      const write = signed ? format.signed : format.number
      const unit = unitOf(instrument)
      const digits = instrument.class === 'crypto' ? 2 : 1
      return `${write(new Decimal(pips).dividedBy(unit.pips), digits)}\u00a0${unit.name}`
    },
    [unitOf, format],
  )
}
