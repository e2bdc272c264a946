// What a combobox offers: a list that is there, or one that is asked for as the person types.
import { useEffect, useEffectEvent, useState } from 'react'

export type Choice = {
  value: string
  label: string
  /** A few words at the right: a class of instrument, a country. */
  note?: string
  group?: string
  /** Other words that find it: `gold` for XAU/USD. */
  keywords?: readonly string[]
  disabled?: boolean
}

export type Choices =
  | readonly Choice[]
  | ((search: string, signal: AbortSignal) => Promise<readonly Choice[]>)

/** How long the person must pause before the server is asked. */
const PAUSE = 200

type Found = { choices: readonly Choice[]; state: 'ready' | 'loading' | 'failed' }

/** What a search finds. While it is on its way, what the last one found stays. */
export function useFoundChoices(choices: Choices, search: string): Found & { retry: () => void } {
  const listed = typeof choices !== 'function'
  const [found, setFound] = useState<Found>({ choices: [], state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const ask = useEffectEvent((signal: AbortSignal) =>
    typeof choices === 'function' ? choices(search, signal) : Promise.resolve(choices),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search and each attempt asks once
  useEffect(() => {
    if (listed) return
    const leaving = new AbortController()
    setFound((last) => ({ ...last, state: 'loading' }))
    const timer = setTimeout(
      () =>
        ask(leaving.signal).then(
          (next) => leaving.signal.aborted || setFound({ choices: next, state: 'ready' }),
          () => leaving.signal.aborted || setFound({ choices: [], state: 'failed' }),
        ),
      search === '' ? 0 : PAUSE,
    )
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [listed, search, attempt])
  const retry = () => setAttempt(attempt + 1)
  return listed ? { choices, state: 'ready', retry } : { ...found, retry }
}

/** The chosen ones with their labels, which a search does not keep: those chosen here, and those the screen already knows. */
export function useChosen(
  choices: Choices,
  values: readonly string[],
  known: readonly Choice[] = [],
): { chosen: Choice[]; remember: (choice: Choice) => void } {
  const [remembered, setRemembered] = useState<readonly Choice[]>([])
  const all = [...(typeof choices === 'function' ? [] : choices), ...remembered, ...known]
  const chosen = values.map(
    (value) => all.find((choice) => choice.value === value) ?? { value, label: value },
  )
  return { chosen, remember: (choice) => setRemembered((last) => [...last, choice]) }
}

/** In the order in which their groups first appear; those without one come first. */
export function groupChoices(choices: readonly Choice[]): [group: string, choices: Choice[]][] {
  const groups = new Map<string, Choice[]>([['', []]])
  for (const choice of choices) {
    const group = groups.get(choice.group ?? '')
    if (group) group.push(choice)
    else groups.set(choice.group ?? '', [choice])
  }
  return [...groups].filter(([, members]) => members.length > 0)
}
