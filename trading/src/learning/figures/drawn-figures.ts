// Figures in doubles, for the pixels of a curve: exact decimals weigh as much as a lesson's own page, and no pixel shows them.
import { isPlainDecimal } from '../../plain-decimal.ts'
import { quotedFigures } from './all-figures.ts'
import type { Arithmetic, Quantity } from './arithmetic.ts'

const doubleOf = (other: Double | number): number => (typeof other === 'number' ? other : other.value)

/** Without the last digits, where 0.29 × 100 is less than 29. */
const whole = (value: number): number => Number(value.toPrecision(12))

class Double implements Quantity<Double> {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
  plus(other: Double | number) {
    return new Double(this.value + doubleOf(other))
  }
  minus(other: Double | number) {
    return new Double(this.value - doubleOf(other))
  }
  times(other: Double | number) {
    return new Double(this.value * doubleOf(other))
  }
  div(other: Double | number) {
    return new Double(this.value / doubleOf(other))
  }
  pow(other: Double | number) {
    return new Double(this.value ** doubleOf(other))
  }
  sqrt() {
    return new Double(Math.sqrt(this.value))
  }
  ln() {
    return new Double(Math.log(this.value))
  }
  abs() {
    return new Double(Math.abs(this.value))
  }
  negated() {
    return new Double(-this.value)
  }
  floor() {
    return new Double(Math.floor(whole(this.value)))
  }
  ceil() {
    return new Double(Math.ceil(whole(this.value)))
  }
  trunc() {
    return new Double(Math.trunc(whole(this.value)))
  }
  isZero() {
    return this.value === 0
  }
  isFinite() {
    return Number.isFinite(this.value)
  }
  toNumber() {
    return this.value
  }
}

const DOUBLES: Arithmetic<Double> = {
  number: (value) => new Double(Number(value)),
  max: (...of) => new Double(Math.max(...of.map(doubleOf))),
  min: (...of) => new Double(Math.min(...of.map(doubleOf))),
  figure: (needs, gives) => ({ needs, gives }),
}

const compute = quotedFigures(DOUBLES, (text) => (isPlainDecimal(text) ? new Double(Number(text)) : null))

/** The value of a quotation to about twelve digits; null as for `computeFigure`. */
export const drawnFigure = (quotation: string): number | null => compute(quotation)?.value.toNumber() ?? null
