import { Decimal } from 'trading/decimal'
import type { Instrument } from 'trading/market/instruments'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

type Measured = Pick<Instrument, 'class' | 'pipSize' | 'quoteCurrency' | 'digits'>

/** A distance in the price of a market, as its traders say it: pips, points of an index, or the currency that a coin is quoted in. */
export function useDistance(): (
  instrument: Measured,
  pips: Decimal | string | number,
  options?: { signed?: boolean },
) => string {
  const { t } = useTranslation('ui')
  const format = useFormat()
  return (instrument, pips, { signed = false } = {}) => {
    const write = signed ? format.signed : format.number
    if (instrument.class === 'forex' || instrument.class === 'metal')
      return t('distance.pips', { figure: write(pips, 1) })
    const moved = write(new Decimal(pips).times(instrument.pipSize), Math.min(instrument.digits, 2))
    return instrument.class === 'index'
      ? t('distance.points', { figure: moved })
      : `${moved}\u00a0${instrument.quoteCurrency}`
  }
}
