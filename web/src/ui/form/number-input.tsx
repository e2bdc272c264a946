import { useFormat } from '#lib/language/format.ts'
import { useLanguage } from '#lib/language/i18n.ts'
import { DecimalInput, type DecimalInputProps } from './decimal-input.tsx'
import { decimalsOf, editDecimal, readDecimal } from './decimal-text.ts'

type Props = DecimalInputProps & {
  /** Decimals always shown once the field is left, as the two of an amount. */
  digits?: number
}

/** A number in the reader's language; point and comma are both accepted. */
export function NumberInput({ digits = 0, ...rest }: Props) {
  const language = useLanguage()
  const format = useFormat()
  return (
    <DecimalInput
      {...rest}
      read={(text) => readDecimal(text, language)}
      edit={(value) => editDecimal(value, language)}
      show={(value) => format.number(value, Math.max(digits, decimalsOf(value)))}
    />
  )
}
