import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { applyEdit } from '#ui/markdown/markdown-area.ts'

type Asked = { from: number; prefix: string }

/** What is being typed after a sign, and where the sign is; null while nothing is. */
export function askedAfter(sign: '/' | '@', text: string, caret: number): Asked | null {
  const typed = new RegExp(`(?:^|\\s)[${sign}]([\\p{L}\\p{N}_.-]{0,40})$`, 'u').exec(
    text.slice(0, caret),
  )?.[1]
  return typed === undefined ? null : { from: caret - typed.length - 1, prefix: typed.toLowerCase() }
}

type Props<Option> = {
  area: RefObject<HTMLTextAreaElement | null>
  sign: '/' | '@'
  /** Not asked while it is off. */
  on: boolean
  options: (prefix: string) => readonly Option[]
  idOf: (option: Option) => string
  /** What stands in place of the sign and the letters. */
  insert: (option: Option) => string
}

/** Suggestions while something is typed after a sign: arrows choose, Enter or Tab takes, Escape leaves the text as it is. */
export function useSuggestions<Option>({ area, sign, on, options, idOf, insert }: Props<Option>) {
  const id = useId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [place, setPlace] = useState(0)
  const found = on && asked ? options(asked.prefix) : []
  const current = found[Math.min(place, found.length - 1)]
  const look = () => {
    const field = area.current
    const next =
      field && field.selectionStart === field.selectionEnd
        ? askedAfter(sign, field.value, field.selectionStart)
        : null
    if (next?.prefix !== asked?.prefix) setPlace(0)
    setAsked(next)
  }
  const take = (option: Option) => {
    if (!area.current || !asked) return
    const text = insert(option)
    const caret = asked.from + text.length
    applyEdit(area.current, {
      from: asked.from,
      to: asked.from + asked.prefix.length + 1,
      insert: text,
      select: [caret, caret],
    })
    setAsked(null)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!current) return false
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as Readonly<Record<string, number>>)[event.key]
    if (step !== undefined)
      setPlace((at) => (Math.min(at, found.length - 1) + step + found.length) % found.length)
    else if (event.key === 'Escape') setAsked(null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.ctrlKey)
      take(current)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const optionId = (option: Option) => `${id}-${idOf(option)}`
  return {
    found,
    current,
    look,
    take,
    onKey,
    listId: id,
    optionId,
    /** The attributes that tie the field to its list. */
    naming: current
      ? ({
          'aria-autocomplete': 'list',
          'aria-controls': id,
          'aria-activedescendant': optionId(current),
        } as const)
      : {},
  }
}
