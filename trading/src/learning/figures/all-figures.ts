// Every figure that a course or a question may quote, and how a quotation ("breakeven-rate?gain=2") is read.
import type { Arithmetic, Figure, Quantity } from './arithmetic.ts'
import { baseFigures } from './base.ts'
import { basicsFigures } from './basics.ts'
import { questionFigures } from './questions.ts'
import { riskFigures } from './risk.ts'
import { technicalFigures } from './technical.ts'

export type QuotedFigure<Q> = { name: string; given: Record<string, Q>; value: Q }

/** The figures of each course, and of the daily test. */
export const figuresOf = <Q extends Quantity<Q>>(arithmetic: Arithmetic<Q>) =>
  [baseFigures, basicsFigures, riskFigures, technicalFigures, questionFigures].map(
    (figures): Readonly<Record<string, Figure<Q>>> => figures(arithmetic),
  )

/** Computes quotations. `read` gives null for what is no plain decimal. */
export function quotedFigures<Q extends Quantity<Q>>(
  arithmetic: Arithmetic<Q>,
  read: (text: string) => Q | null,
): (quotation: string) => QuotedFigure<Q> | null {
  const figures: Readonly<Record<string, Figure<Q>>> = Object.assign({}, ...figuresOf(arithmetic))
  return (quotation) => {
    const [name = '', query = ''] = quotation.split('?')
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
    if (!figure) return null
    const given: Record<string, Q> = {}
    for (const [key, text] of new URLSearchParams(query)) {
      const value = read(text)
      if (!value || !figure.needs.includes(key)) return null
      given[key] = value
    }
    if (figure.needs.some((need) => !given[need])) return null
    const value = figure.gives(given)
    return value.isFinite() ? { name, given, value } : null
  }
}
