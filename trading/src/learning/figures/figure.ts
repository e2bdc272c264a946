import type { Decimal } from '../../decimal.ts'

/** A formula of the courses: from named decimal arguments to one decimal. Percentages go in and come out as shares (0.5 is 50 %). */
export type Figure<Need extends string = string> = {
  needs: readonly Need[]
  gives: (given: Record<Need, Decimal>) => Decimal
}

/** Declares a figure so that its formula can only read the arguments that it names. */
export const figure = <Need extends string>(
  needs: readonly Need[],
  gives: (given: Record<Need, Decimal>) => Decimal,
): Figure => ({ needs, gives: gives as Figure['gives'] })
