import { useState } from 'react'
import { GROUNDS, type Ground, type Measure, needsLaw } from '../reasons.ts'
import type { CaseFile, Choice } from './cases.ts'

/** How long a member may not write. */
export const DAYS = [1, 7, 30] as const

/** What becomes of the words where there is no measure against a person: masked where something was found in them. */
const wordsMeasure = ({ kind, findings }: Pick<CaseFile, 'kind' | 'findings'>): Measure | null =>
  kind === 'held'
    ? 'refuse'
    : kind !== 'post'
      ? null
      : findings.some(({ offset }) => offset !== null)
        ? 'mask'
        : 'hide'

/** The letters of the measures that fit a case. One letter masks or hides the words, whichever was chosen. */
export function measuresOf(
  about: CaseFile,
  chosen: Measure | null = null,
): readonly { letter: string; measure: Measure }[] {
  const words = about.kind === 'post' && chosen === 'hide' ? chosen : wordsMeasure(about)
  return [
    ...(words ? [{ letter: 'H', measure: words }] : []),
    ...(about.author && !about.author.gone
      ? ([
          { letter: 'A', measure: 'warn' },
          { letter: 'M', measure: 'mute' },
          { letter: 'B', measure: 'close' },
        ] as const)
      : []),
    ...(about.kind === 'held' ? [] : [{ letter: 'X', measure: 'nothing' } as const]),
  ]
}

/** The choices about a case; they begin with what was found and reported. */
export function useChoice(about: CaseFile) {
  const [reasons, setReasons] = useState<readonly Ground[]>(() => {
    const named = [...about.reasons, ...about.notices.map(({ reason }) => reason)]
    return GROUNDS.flatMap(({ reason }) => (named.includes(reason) ? [reason] : []))
  })
  const [measure, setMeasure] = useState<Measure | null>(() => measuresOf(about)[0]?.measure ?? null)
  const [days, setDays] = useState<number>(7)
  const [law, setLaw] = useState('')
  const [words, setWords] = useState<'mask' | 'hide' | null>(null)
  const against = measure === 'warn' || measure === 'mute' || measure === 'close'
  const choice: Choice | null = measure && {
    reasons: [...reasons],
    measure,
    ...(measure === 'mute' ? { days } : {}),
    ...(law.trim() ? { law: law.trim() } : {}),
    ...(against && words && about.kind === 'post' ? { words_become: words } : {}),
  }
  const complete =
    measure === 'nothing' || (reasons.length > 0 && (!needsLaw(reasons) || law.trim().length > 2))
  return {
    reasons,
    toggle: (reason: Ground) =>
      setReasons((now) => (now.includes(reason) ? now.filter((one) => one !== reason) : [...now, reason])),
    measure,
    setMeasure,
    days,
    setDays,
    law,
    setLaw,
    words,
    setWords,
    against,
    choice,
    complete: complete && choice !== null,
  }
}
export type Chosen = ReturnType<typeof useChoice>
