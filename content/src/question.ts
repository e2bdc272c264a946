import { computeFigure } from 'trading/learning/figures/figures'
import { z } from 'zod'
import { type ContentEntry, inLanguages, line, lines, type Problem, slug, source, textsOf } from './files.ts'

const decimalText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,12}(\.\d{1,10})?$/))
const prices = z.array(z.number()).min(2).max(40)
/** trading/learning/drawn-candles draws it. */
export const drawnChart = z.strictObject({
  path: prices,
  bars: z.int().min(2).max(120),
  noise: z.number().min(0),
  seed: z.int(),
  levels: z
    .array(
      z.strictObject({
        at: z.number(),
        as: z.enum(['support', 'resistance', 'entry', 'stop', 'target', 'line']),
      }),
    )
    .default([]),
})
const words = z.strictObject({
  ask: z.string().trim().min(8).max(1500),
  choices: z.array(line).max(8).default([]),
  mistakes: z.array(z.string().max(600)).max(8).default([]),
  why: z.string().trim().min(8).max(3000),
})

export const questionShape = z
  .strictObject({
    key: slug,
    topic: z.enum(['risk', 'technical', 'fundamental', 'psychology', 'mechanics', 'regulation']),
    level: z.int().min(1).max(3),
    form: z.enum(['single', 'multiple', 'numeric', 'order', 'chart']),
    right: z.unknown().optional(),
    computed: z.string().optional(),
    unit: z.enum(['lot', 'pip', '%', 'R', '€', '$', 'none']).optional(),
    tolerance: decimalText.optional(),
    digits: z.int().min(0).max(5).optional(),
    wrong: z.array(decimalText).max(8).optional(),
    chart: drawnChart.optional(),
    notion: slug.optional(),
    lesson: z
      .string()
      .regex(/^[a-z0-9-]+\/[a-z0-9-]+$/)
      .optional(),
    source: source.optional(),
  })
  .and(inLanguages(words))
type Question = z.output<typeof questionShape>

/** A question as a content document. A quiz's question lies in its lesson; daily tests are drawn from all of them, since ten a day without a repeat in thirty want three hundred. */
export function questionEntry(question: Question, position: number, quiz: string | null): ContentEntry {
  const { key, fr, en, es, it, ...fields } = question
  return {
    kind: 'question',
    slug: key,
    parent: quiz,
    position,
    tier: 'freemium',
    document: {
      fields: { ...fields, daily: true },
      texts: textsOf({ fr, en, es, it }, ({ ask, choices, mistakes, why }) => ({
        title: ask,
        choices: lines(choices),
        mistakes: lines(mistakes),
        why,
      })),
    },
  }
}

/** What is wrong with an answer key: places outside the choices, a numeric answer that is not its figure, lists of another length in a language. */
export function questionProblems(question: Question, file: string): Problem[] {
  const problems: string[] = []
  const count = question.fr.choices.length
  const place = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < count
  if (question.form === 'single' && !place(question.right))
    problems.push('right is the place of a choice, from 0')
  if (question.form === 'multiple') {
    const right = question.right
    if (
      !Array.isArray(right) ||
      right.length === 0 ||
      !right.every(place) ||
      new Set(right).size < right.length
    ) {
      problems.push('right lists the places of the right choices, from 0')
    }
  }
  if (['single', 'multiple', 'order'].includes(question.form) && count < 2)
    problems.push('wants at least two choices')
  if (question.form === 'order' && question.right !== undefined)
    problems.push('the choices stand in the right order: leave right out')
  if (question.form === 'numeric') problems.push(...numericProblems(question))
  if (question.form === 'chart') {
    const zone = z.strictObject({ low: decimalText, high: decimalText }).safeParse(question.right)
    if (!question.chart) problems.push('wants a chart')
    if (!zone.success || Number(zone.data.low) >= Number(zone.data.high))
      problems.push('right is a zone: { low, high }')
  }
  for (const language of ['fr', 'en', 'es', 'it'] as const) {
    const texts = question[language]
    if (!texts) problems.push(`${language} is missing`)
    else if (texts.choices.length !== count) problems.push(`${language} has other choices than fr`)
    else {
      const wanted =
        question.form === 'numeric'
          ? (question.wrong?.length ?? 0)
          : ['single', 'multiple'].includes(question.form)
            ? count
            : texts.mistakes.length
      if (texts.mistakes.length !== wanted)
        problems.push(`${language} has ${texts.mistakes.length} mistakes, not ${wanted}`)
    }
  }
  return problems.map((problem) => ({ file, problem: `${question.key}: ${problem}` }))
}

function numericProblems({ right, computed, digits, tolerance, unit, source: read }: Question): string[] {
  if (!decimalText.safeParse(right).success || digits === undefined || !tolerance || !unit)
    return ['wants right, digits, tolerance and unit']
  if (!computed) return read ? [] : ['wants computed, or a source']
  const figure = computeFigure(computed)
  if (!figure) return [`${computed} is no figure, or an argument is missing or unknown`]
  const value = unit === '%' ? figure.value.times(100) : figure.value
  return value.toDecimalPlaces(digits).eq(String(right))
    ? []
    : [`right is ${right}, but ${computed} = ${value.toSignificantDigits(8)}`]
}
