import { Check, X } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Answer, Given, Question } from '#lib/learning/questions.ts'
import { classNames } from '#ui/class-names.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'

/**
 * What stands before the choices: letters, or the digits of their keys where letters name levels on the chart. Choices are
 * shuffled, so the same letter would mean two things.
 */
export function marksOf({ chart }: Pick<Question, 'chart'>): string {
  return chart?.levels?.some(({ as }) => as.length === 1) ? '123456789' : 'ABCDEFGHI'
}

type Props = {
  form: 'single' | 'multiple'
  choices: readonly string[]
  marks: string
  draft: Given | null
  onDraft: (given: Given) => void
  labelledBy: string
  disabled: boolean
}

/** The choices of a question, one or several of which answer it. */
export function Choices({ form, choices, marks, draft, onDraft, labelledBy, disabled }: Props) {
  const chosen = chosenPlaces(draft)
  return (
    <fieldset aria-labelledby={labelledBy} className="grid gap-3">
      {choices.map((choice, place) => {
        const on = chosen.includes(place)
        return (
          <label
            key={choice}
            className={classNames(
              'flex min-h-14 items-center gap-4 rounded-card border bg-surface px-4 py-3 text-16 transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              on ? 'border-text ring-1 ring-text' : 'border-line-strong hover:border-control',
              disabled ? 'opacity-60' : 'cursor-pointer',
            )}
          >
            <input
              type={form === 'single' ? 'radio' : 'checkbox'}
              name={labelledBy}
              checked={on}
              disabled={disabled}
              onChange={() => onDraft(afterChoosing(form, chosen, place))}
              className="sr-only"
            />
            <span
              aria-hidden
              className={classNames(
                'grid size-7 shrink-0 place-items-center text-13 font-semibold',
                form === 'single' ? 'rounded-inner' : 'rounded-key',
                on ? 'bg-inverse text-on-inverse' : 'bg-raised text-muted',
              )}
            >
              {form === 'multiple' && on ? <Check size={16} strokeWidth={2.5} /> : marks[place]}
            </span>
            <ChoiceText text={choice} />
          </label>
        )
      })}
    </fieldset>
  )
}

/** What is given after a choice was chosen, by click or by its number: several are kept in their order. */
export function afterChoosing(form: 'single' | 'multiple', chosen: readonly number[], place: number): Given {
  if (form === 'single') return place
  const others = chosen.filter((one) => one !== place)
  return others.length < chosen.length ? others : [...chosen, place].sort((one, other) => one - other)
}

export const chosenPlaces = (given: Given | null): readonly number[] =>
  typeof given === 'number' ? [given] : Array.isArray(given) ? given : []

/** The choices that an answer is about: those chosen and those right. The others no longer matter. */
export function GradedChoices({
  question,
  answer,
  choices,
}: {
  question: Question
  answer: Answer
  choices: readonly string[]
}) {
  const { t } = useTranslation('quiz')
  const given = chosenPlaces(answer.given)
  const right = chosenPlaces(answer.correct as Given)
  const shown = choices.flatMap((text, place) => {
    const [was, is] = [given.includes(place), right.includes(place)]
    return was || is ? [{ text, place, was, is }] : []
  })
  return (
    <ul className="grid gap-3">
      {shown.map(({ text, place, was, is }) => (
        <Graded
          key={place}
          right={is}
          mark={question.chart ? marksOf(question)[place] : undefined}
          note={
            !is
              ? t('graded.yours')
              : was
                ? t('graded.right')
                : t(given.length > 1 ? 'graded.missed' : 'graded.right')
          }
        >
          <ChoiceText text={text} />
        </Graded>
      ))}
    </ul>
  )
}

type GradedProps = {
  right: boolean
  note: string
  mark?: string | undefined
  large?: boolean
  children: React.ReactNode
}

/** One graded line: wrong in dashes, right in a solid frame. */
export function Graded({ right, note, mark, large, children }: GradedProps) {
  const Icon = right ? Check : X
  return (
    <li
      className={classNames(
        'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 rounded-card border bg-surface px-4 py-3 text-16',
        right ? 'border-gain-mark' : 'border-dashed border-loss-mark',
      )}
    >
      {mark && (
        <span
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-inner text-13 font-semibold',
            right ? 'bg-gain-tint text-gain' : 'bg-loss-tint text-loss',
          )}
        >
          {mark}
        </span>
      )}
      <span
        className={classNames(
          large ? 'tabular grow text-20 font-semibold whitespace-nowrap' : 'min-w-3/5 flex-1',
        )}
      >
        {children}
      </span>
      <span
        className={classNames(
          'flex items-center gap-2 text-14 font-medium',
          right ? 'text-gain' : 'text-loss',
        )}
      >
        <Icon size={16} strokeWidth={2} aria-hidden />
        {note}
      </span>
    </li>
  )
}

/** A choice may have bold text, code or a formula. */
const ChoiceText = ({ text }: { text: string }) =>
  /[*_`$[]/.test(text) ? (
    <MarkdownView text={text} className="min-w-0 flex-1 [&_p]:my-0" />
  ) : (
    <span className="min-w-0 flex-1 text-pretty wrap-anywhere">{text}</span>
  )
