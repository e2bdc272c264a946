import { Fragment } from 'react'
import { classNames } from '#ui/class-names.ts'
import type { MarkedSpan } from './field-marks.ts'

const LINE = {
  read: 'bg-raised border-control border-solid',
  profile: 'bg-raised border-control border-solid',
  deduced: 'bg-raised border-control border-dashed',
  confirm: 'bg-warn-tint border-warn border-solid',
} as const

/** A pasted text behind its field, with the words underlined that were read: the letters are those of the field over it. */
export function MarkedText({ text, spans }: { text: string; spans: readonly MarkedSpan[] }) {
  let at = 0
  return (
    <>
      {spans.map((span) => {
        const before = text.slice(at, span.start)
        at = span.end
        return (
          <Fragment key={span.start}>
            {before}
            <mark className={classNames('rounded-[2px] border-b-2 text-transparent', LINE[span.mark])}>
              {text.slice(span.start, span.end)}
            </mark>
          </Fragment>
        )
      })}
      {text.slice(at)}
      {/* A last empty line has a height only with a letter in it. */}
      {'\n '}
    </>
  )
}
