// Every figure that a course or a question may quote, and how a quotation ("breakeven-rate?gain=2") is computed.
import { type Decimal, decimal } from '../../decimal.ts'
import { BASE } from './base.ts'
import { BASICS } from './basics.ts'
import type { Figure } from './figure.ts'
import { QUESTIONS } from './questions.ts'
import { RISK } from './risk.ts'
import { TECHNICAL } from './technical.ts'

const FIGURES: Readonly<Record<string, Figure>> = { ...BASE, ...BASICS, ...RISK, ...TECHNICAL, ...QUESTIONS }

export type QuotedFigure = { name: string; given: Record<string, Decimal>; value: Decimal }

/** Computes a quotation: the figure's name, a question mark and its arguments as decimals. Null where a name or an argument is unknown, missing or no decimal, or the result is no number. */
export function computeFigure(quotation: string): QuotedFigure | null {
  const [name = '', query = ''] = quotation.split('?')
  const figure = Object.hasOwn(FIGURES, name) ? FIGURES[name] : undefined
  if (!figure) return null
  const given: Record<string, Decimal> = {}
  for (const [key, text] of new URLSearchParams(query)) {
    const value = decimal(text)
    if (!value || !figure.needs.includes(key)) return null
    given[key] = value
  }
  if (figure.needs.some((need) => !given[need])) return null
  const value = figure.gives(given)
  return value.isFinite() ? { name, given, value } : null
}
