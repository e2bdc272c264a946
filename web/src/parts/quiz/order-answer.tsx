import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Answer, Given } from '#lib/learning/questions.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Graded } from './choices.tsx'

type Props = {
  choices: readonly string[]
  draft: Given | null
  onDraft: (given: readonly number[]) => void
  labelledBy: string
  disabled: boolean
}

/** Steps to put in order: dragged, moved by their buttons, or with Alt and the arrow keys. */
export function OrderAnswer({ choices, draft, onDraft, labelledBy, disabled }: Props) {
  const { t } = useTranslation('quiz')
  const order = orderOf(draft, choices.length)
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')

  const move = (from: number, to: number, keepFocus = true) => {
    if (disabled || to < 0 || to >= order.length || from === to) return
    onDraft(moved(order, from, to))
    setSaid(t('order.moved', { step: choices[order[from] ?? 0], place: to + 1, of: order.length }))
    if (keepFocus) requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('li')[to]?.focus())
  }
  const byKey = (event: KeyboardEvent, place: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const to = place + (event.key === 'ArrowUp' ? -1 : 1)
    if (event.altKey || event.shiftKey) move(place, to)
    else list.current?.querySelectorAll<HTMLElement>('li')[to]?.focus()
  }
  const over = (event: DragEvent, place: number) => {
    if (dragged === null) return
    event.preventDefault()
    if (place === dragged) return
    move(dragged, place, false)
    setDragged(place)
  }
  return (
    <>
      <ol ref={list} aria-labelledby={labelledBy} className="grid gap-2">
        {order.map((choice, place) => (
          <li
            key={choice}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrow keys move it
            tabIndex={0}
            draggable={!disabled}
            onDragStart={() => setDragged(place)}
            onDragOver={(event) => over(event, place)}
            onDragEnd={() => setDragged(null)}
            onKeyDown={(event) => byKey(event, place)}
            className={classNames(
              'flex min-h-14 items-center gap-3 rounded-card border bg-surface py-2 pr-2 pl-3 text-16',
              dragged === place ? 'border-text' : 'border-line-strong',
            )}
          >
            <GripVertical
              size={16}
              strokeWidth={1.75}
              className="shrink-0 cursor-grab text-faint"
              aria-hidden
            />
            <span className="tabular w-4 shrink-0 text-13 font-semibold text-muted" aria-hidden>
              {place + 1}
            </span>
            <span className="min-w-0 flex-1 text-pretty">{choices[choice]}</span>
            <span className="flex shrink-0">
              <Button
                variant="ghost"
                iconOnly
                aria-label={t('order.up', { step: choices[choice] })}
                disabled={disabled || place === 0}
                onClick={() => move(place, place - 1, false)}
                icon={<ArrowUp size={16} strokeWidth={1.75} aria-hidden />}
              />
              <Button
                variant="ghost"
                iconOnly
                aria-label={t('order.down', { step: choices[choice] })}
                disabled={disabled || place === order.length - 1}
                onClick={() => move(place, place + 1, false)}
                icon={<ArrowDown size={16} strokeWidth={1.75} aria-hidden />}
              />
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-13 text-muted">{t('order.how')}</p>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </>
  )
}

/** The steps in the chosen order; as shown until one was moved. */
export const orderOf = (given: Given | null, count: number): readonly number[] =>
  Array.isArray(given) && given.length === count ? given : Array.from({ length: count }, (_, place) => place)

/** A list with the entry at `from` moved to `to`. */
export function moved(order: readonly number[], from: number, to: number): readonly number[] {
  const rest = order.filter((_, place) => place !== from)
  return [...rest.slice(0, to), order[from] as number, ...rest.slice(to)]
}

/** The steps in the right order; where one was put elsewhere, the line says so. */
export function GradedOrder({ answer, choices }: { answer: Answer; choices: readonly string[] }) {
  const { t } = useTranslation('quiz')
  const given = orderOf(answer.given, choices.length)
  return (
    <ol className="grid gap-2">
      {orderOf(answer.correct as Given, choices.length).map((choice, place) => {
        const was = given.indexOf(choice)
        return (
          <Graded
            key={choice}
            right={was === place}
            mark={String(place + 1)}
            note={was === place ? t('graded.right') : t('graded.wasPlace', { place: was + 1 })}
          >
            {choices[choice]}
          </Graded>
        )
      })}
    </ol>
  )
}
