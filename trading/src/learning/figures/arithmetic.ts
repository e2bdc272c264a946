/** What a formula of the courses computes with: exact decimals, or doubles where only pixels follow. */
export type Quantity<Q> = {
  plus(other: Q | number): Q
  minus(other: Q | number): Q
  times(other: Q | number): Q
  div(other: Q | number): Q
  pow(other: Q | number): Q
  sqrt(): Q
  ln(): Q
  abs(): Q
  negated(): Q
  floor(): Q
  ceil(): Q
  trunc(): Q
  isZero(): boolean
  isFinite(): boolean
  toNumber(): number
}

/** A formula: from named arguments to one quantity. Percentages go in and come out as shares (0.5 is 50 %). */
export type Figure<Q> = { needs: readonly string[]; gives: (given: Record<string, Q>) => Q }

export type Arithmetic<Q> = {
  number(value: number | string): Q
  max(...of: Q[]): Q
  min(...of: Q[]): Q
  /** Declares a figure so that its formula can only read the arguments that it names. */
  figure<Need extends string>(needs: readonly Need[], gives: (given: Record<Need, Q>) => Q): Figure<Q>
}
