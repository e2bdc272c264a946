import { useFormat } from '#lib/language/format.ts'
import { DecimalInput, type DecimalInputProps } from './decimal-input.tsx'
import { decimalsOf, readPrice } from './decimal-text.ts'

type Props = Omit<DecimalInputProps, 'step'> & {
  /** The instrument's number of decimals. */
  digits: number
  /** The smallest move of the price; by default one unit of the last digit. */
  tick?: string
}

/** A market price: it keeps the point and the instrument's digits in every language. */
export function PriceInput({ digits, tick, min = '0', ...rest }: Props) {
  const format = useFormat()
  return (
    <DecimalInput
      {...rest}
      min={min}
      step={tick ?? lastDigit(digits)}
      read={readPrice}
      edit={(value) => value}
      // A price with too many digits shows all of them: rounding it here would hide what the form must refuse.
      show={(value) => format.price(value, Math.max(digits, decimalsOf(value)))}
    />
  )
}

const lastDigit = (digits: number) => (digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`)
