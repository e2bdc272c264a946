import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'

/** A part of a text that is underlined while it is written: what holds in a line, what does not in a wave. */
export type TextMark = { from: number; to: number; holds: boolean }

export const HOLDS = 'underline decoration-gain-mark decoration-2 underline-offset-3'
const FAILS = 'underline decoration-loss-mark decoration-wavy underline-offset-3'

/** Underlines behind a text area, whose letters and line breaks these are, unseen and unheard. `className` is how the area is set. */
export function TextMarks({
  text,
  marks,
  area,
  className,
}: {
  text: string
  marks: readonly TextMark[]
  area: RefObject<HTMLTextAreaElement | null>
  className: string
}) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const follow = () => box.current?.scrollTo(0, element.scrollTop)
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [area])
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, to, holds } of marks) {
    parts.push(
      text.slice(at, from),
      <span key={from} className={holds ? HOLDS : FAILS}>
        {text.slice(from, to)}
      </span>,
    )
    at = to
  }
  return (
    <div
      ref={box}
      aria-hidden
      data-marks
      className={classNames(
        'pointer-events-none absolute inset-0 overflow-hidden text-transparent! wrap-break-word whitespace-pre-wrap select-none',
        className,
      )}
    >
      {parts}
      {/* The last line of a text area is a line even when it is empty. */}
      {`${text.slice(at)}\n`}
    </div>
  )
}
