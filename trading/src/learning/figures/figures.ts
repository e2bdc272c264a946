import { Decimal, decimal } from '../../decimal.ts'
import { quotedFigures } from './all-figures.ts'
import type { Arithmetic } from './arithmetic.ts'

export const EXACT: Arithmetic<Decimal> = {
  number: (value) => new Decimal(value),
  max: (...of) => Decimal.max(...of),
  min: (...of) => Decimal.min(...of),
  figure: (needs, gives) => ({ needs, gives }),
}

/** Computes a quotation: the figure's name, a question mark and its arguments as decimals. Null where a name or an argument is unknown, missing or no decimal, or the result is no number. */
export const computeFigure = quotedFigures(EXACT, decimal)
