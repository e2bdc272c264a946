import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { type Member, suggestedMembersQuery } from '#lib/community/members.ts'
import { applyEdit } from '#ui/markdown/markdown-area.ts'

/** What is being typed after @, and where it begins. */
type Asked = { from: number; prefix: string }

const TYPED = /(?:^|[\s(])@([\p{L}\p{N}_.-]{0,31})$/u

export function askedMention(text: string, caret: number): Asked | null {
  const prefix = TYPED.exec(text.slice(0, caret))?.[1]
  return prefix === undefined ? null : { from: caret - prefix.length, prefix: prefix.toLowerCase() }
}

/** Suggestions of members while a mention is typed: arrows choose, Enter or Tab takes, Escape leaves the text as it is. */
export function useMentions(area: RefObject<HTMLTextAreaElement | null>) {
  const id = useId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [place, setPlace] = useState(0)
  const { data = [] } = useQuery({ ...suggestedMembersQuery(asked?.prefix ?? ''), enabled: asked !== null })
  const members = asked ? data.filter(({ handle }) => handle !== null) : []
  const open = members.length > 0
  const current = members[Math.min(place, members.length - 1)]
  const look = () => {
    const field = area.current
    const next =
      field && field.selectionStart === field.selectionEnd
        ? askedMention(field.value, field.selectionStart)
        : null
    if (next?.prefix !== asked?.prefix) setPlace(0)
    setAsked(next)
  }
  const take = (member: Member) => {
    if (!area.current || !asked) return
    const insert = `${member.handle} `
    const caret = asked.from + insert.length
    applyEdit(area.current, {
      from: asked.from,
      to: asked.from + asked.prefix.length,
      insert,
      select: [caret, caret],
    })
    setAsked(null)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open || !current) return false
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = moves[event.key]
    if (step !== undefined) setPlace((at) => (at + step + members.length) % members.length)
    else if (event.key === 'Escape') setAsked(null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.ctrlKey)
      take(current)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    members,
    current,
    look,
    take,
    onKey,
    listId: id,
    optionId: (member: Member) => `${id}-${member.id}`,
    /** The attributes that tie the field to its list. */
    naming: {
      'aria-autocomplete': 'list',
      ...(open && current ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${current.id}` } : {}),
    },
  }
}
