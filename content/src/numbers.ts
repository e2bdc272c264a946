// The rule of numbers in what ships: each is computed (a `calc:` link), given (an argument of one, or a `given:` link), or stands
// beside the address that it was read at. Everything else is reported.
import type { Language } from 'mails/languages'
import { Decimal } from 'trading/decimal'
import { computeFigure } from 'trading/learning/figures/figures'

const CALC = /\[([^\]]+)\]\(calc:([^)\s]+)\)/g
const GIVEN = /\[([^\]]+)\]\(given:\)/g
const NUMBER = /(?<![\p{L}\d_.,#/-])[+\-−]?\d(?:[\d.,'’]|[\s\u00a0\u202f](?=\d{3}(?!\d)))*/gu
/** Years, times, clock hours, ordinals, time frames, periods in brackets, version-like and list numbers carry no claim. */
const HARMLESS = [
  /(?<!\d)(1[89]|20)\d\d(?!\d)/g,
  /\d{1,2}[\s\u00a0\u202f]?[h:][\s\u00a0\u202f]?\d{2}/g,
  /(?<![\d.,])\d{1,2}[\s\u00a0\u202f]h(?!\p{L})/gu,
  /\p{L}+[\s\u00a0\u202f]?\(\d+(?:,[\s\u00a0\u202f]?\d+)*\)/gu,
  /\d+(?:er|re|e|º|ª|°|st|nd|rd|th)(?!\p{L})/gu,
]
const UNIT = /^[\s\u00a0\u202f]?(?:%|€|\$|£|R(?!\p{L})|pips?|points?|lots?|lotti|lotes?|bps)/u

/** A number as a reader of the language takes it, as plain decimal text with the decimals that are written; both readings where one separator could be either. */
export function readings(text: string, language: Language): string[] {
  const bare = text
    .replaceAll('−', '-')
    .replace(/[^\d.,-]/g, '')
    .replace(/[.,]$/, '')
  const read = language === 'en' ? [bare.replaceAll(',', '')] : [bare.replaceAll('.', '').replace(',', '.')]
  // Prices of instruments are written with a point in every language.
  if (language !== 'en' && !bare.includes(',')) read.push(bare)
  return [...new Set(read)].filter((each) => /^-?\d+(\.\d+)?$/.test(each))
}

/** Whether a text states a value: rounded half away from zero to as many decimals as are written, a percentage as a hundred times the value. */
export function states(text: string, value: Decimal, language: Language): boolean {
  const number = text.match(/[+\-−]?\d(?:[\d.,]|[\s\u00a0\u202f'’](?=\d))*/)?.[0] ?? ''
  const meant = text.includes('%') ? value.times(100) : value
  return readings(number, language).some((read) =>
    meant.toDecimalPlaces((read.split('.')[1] ?? '').length).eq(read),
  )
}

/** Where a text quotes figures, by place in the text, and whether each states what is computed. */
export function quotedNumbers(
  markdown: string,
  language: Language,
): { from: number; to: number; holds: boolean }[] {
  return [...markdown.matchAll(CALC)].map(({ 1: text = '', 2: quotation = '', index }) => {
    const figure = computeFigure(quotation)
    return {
      from: index + 1,
      to: index + 1 + text.length,
      holds: figure !== null && states(text, figure.value, language),
    }
  })
}

/** A number that does not hold: a figure that is none, a text that is not its figure, or a number that comes from nowhere. */
export type NumberFault = { line: number; text: string } & (
  | { is: 'no-figure'; quotation: string }
  | { is: 'differs'; quotation: string; value: string }
  | { is: 'unproven'; around: string }
)

/** What is wrong with the numbers of a text, with their lines from 1. `known` are further arguments that a number may repeat. */
export function numberFaults(
  markdown: string,
  language: Language,
  known: readonly Decimal[] = [],
): NumberFault[] {
  const faults: NumberFault[] = []
  const given = [...known, ...argumentsOf(markdown)]
  for (const { 1: text = '', 2: quotation = '', index } of markdown.matchAll(CALC)) {
    const figure = computeFigure(quotation)
    const line = markdown.slice(0, index).split('\n').length
    if (!figure) faults.push({ is: 'no-figure', line, text, quotation })
    else if (!states(text, figure.value, language))
      faults.push({
        is: 'differs',
        line,
        text,
        quotation,
        value: figure.value.toSignificantDigits(8).toString(),
      })
  }
  for (const [place, written] of withoutSyntax(markdown).split('\n').entries()) {
    for (const sentence of written.split(/(?<=[.!?…][*"”»]?)\s+(?=\p{Lu}|¿|¡|«)/u)) {
      if (sentence.includes('](https://')) continue
      let rest = sentence
      for (const harmless of HARMLESS) rest = rest.replace(harmless, ' ')
      for (const { 0: text, index } of rest.matchAll(NUMBER))
        if (!allowed(text, rest.slice(index + text.length), language, given))
          faults.push({ is: 'unproven', line: place + 1, text, around: around(rest, index) })
    }
  }
  return faults
}

/** The same in words. */
export const numberProblems = (...asked: Parameters<typeof numberFaults>): string[] =>
  numberFaults(...asked).map(faultWords)

export function faultWords(fault: NumberFault): string {
  if (fault.is === 'no-figure') return `${fault.quotation} is no figure, or an argument is missing or unknown`
  if (fault.is === 'differs') return `"${fault.text}" is not ${fault.quotation} = ${fault.value}`
  return `"${fault.text}" is neither computed, given nor sourced: ${fault.around}`
}

/** Every argument of the computed figures of a text. */
export function argumentsOf(markdown: string): Decimal[] {
  return [...markdown.matchAll(CALC)].flatMap(([, , quotation = '']) =>
    Object.values(computeFigure(quotation)?.given ?? {}),
  )
}

/** Every number that a text says. */
export const numbersIn = (text: string, language: Language): Decimal[] =>
  [...text.matchAll(NUMBER)].flatMap(([number]) =>
    readings(number, language).map((read) => new Decimal(read)),
  )

/** The figures that a text quotes, sorted: four languages quote the same. */
export const quotations = (markdown: string): string[] =>
  [...markdown.matchAll(CALC)].map(([, , quotation = '']) => quotation).sort()

/** As many line breaks as a text has, so that the lines after it keep their numbers. */
const linesOf = (text: string) => ` ${'\n'.repeat(text.split('\n').length - 1)}`

function withoutSyntax(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/g, linesOf)
    .replace(/^:::.*$/gm, ' ')
    .replace(/^(?:kicker:.*|\s*\d+\.\s)/gm, linesOf)
    .replace(/\$\$[\s\S]*?\$\$/g, linesOf)
    .replace(/`[^`\n]*`/g, ' ')
    .replace(CALC, ' ')
    .replace(GIVEN, ' ')
}

function allowed(text: string, after: string, language: Language, given: readonly Decimal[]): boolean {
  const percent = /^[\s\u00a0\u202f]?%/.test(after)
  return readings(text, language).some((each) => {
    const read = new Decimal(each)
    if (
      given.some((known) => known.abs().eq(read.abs()) || (percent && known.times(100).abs().eq(read.abs())))
    )
      return true
    return read.isInteger() && read.abs().lte(10) && !UNIT.test(after)
  })
}

const around = (text: string, index: number) => text.slice(Math.max(0, index - 30), index + 30).trim()
