import { useState } from 'react'
import { GROUNDS, type Ground, type Measure, needsLaw } from '../reasons.ts'
import type { CaseFile, Choice } from './cases.ts'
import type { Part } from './chosen-text.ts'

/** How long a member may not write. */
export const DAYS = [1, 7, 30] as const

/** What becomes of the words where there is no measure against a person: masked where something was found in them. */
const wordsMeasure = (
  { kind, findings }: Pick<CaseFile, 'kind' | 'findings'>,
  parts: readonly Part[] | null,
): Measure | null =>
  kind === 'held'
    ? 'refuse'
    : kind !== 'post'
      ? null
      : parts || findings.some(({ offset }) => offset !== null)
        ? 'mask'
        : 'hide'

/** The letters of the measures that fit a case. One letter masks or hides the words, whichever was chosen. */
export function measuresOf(
  about: CaseFile,
  chosen: Measure | null = null,
  parts: readonly Part[] | null = null,
): readonly { letter: string; measure: Measure }[] {
  const words = about.kind === 'post' && chosen === 'hide' ? chosen : wordsMeasure(about, parts)
  return [
    ...(words ? [{ letter: 'H', measure: words }] : []),
    ...(about.author && !about.author.gone
      ? ([
          { letter: 'A', measure: 'warn' },
          { letter: 'M', measure: 'mute' },
          // One letter closes the account or excludes from the forum, whichever was chosen.
          { letter: 'B', measure: chosen === 'ban' ? 'ban' : 'close' },
        ] as const)
      : []),
    ...(about.kind === 'held' ? [] : [{ letter: 'X', measure: 'nothing' } as const]),
  ]
}

/** What a mask may be called (private.findings_of()). */
const LABELS: readonly string[] = ['contact', 'promise', 'impersonation', 'insult', 'personal_data']

/** The choices about a case; they begin with what was found and reported. */
export function useChoice(about: CaseFile, parts: readonly Part[] | null) {
  const [reasons, setReasons] = useState<readonly Ground[]>(() => {
    const named = [...about.reasons, ...about.notices.map(({ reason }) => reason)]
    return GROUNDS.flatMap(({ reason }) => (named.includes(reason) ? [reason] : []))
  })
  const [measure, setMeasure] = useState<Measure | null>(() => measuresOf(about)[0]?.measure ?? null)
  const [days, setDays] = useState<number>(7)
  const [law, setLaw] = useState('')
  const [words, setWords] = useState<'mask' | 'hide' | null>(null)
  const needsSecond = measure === 'ban' || measure === 'close'
  const against = measure === 'warn' || measure === 'mute' || needsSecond
  const label = reasons.find((reason) => LABELS.includes(reason)) ?? 'word'
  const masks = measure === 'mask' || (against && words === 'mask')
  const choice: Choice | null = measure && {
    reasons: [...reasons],
    measure,
    ...(measure === 'mute' ? { days } : {}),
    ...(law.trim() ? { law: law.trim() } : {}),
    ...(parts && masks ? { spans: parts.map(({ offset, length }) => [offset, length, label]) } : {}),
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
    needsSecond,
    parts,
    choice,
    complete: complete && choice !== null,
  }
}
export type Chosen = ReturnType<typeof useChoice>
