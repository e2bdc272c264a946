import type { ReactNode } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { reasonKey } from '../reasons.ts'
import type { CaseFile } from './cases.ts'

type Props = Pick<CaseFile, 'findings'> & { text: string }

/** The words as they were written, with what was found in them underlined and numbered. Offsets count characters, as the database does. */
export function MarkedText({ text, findings }: Props) {
  const { t } = useTranslation('moderation')
  const letters = Array.from(text)
  const parts: ReactNode[] = []
  let end = 0
  for (const [place, { rule, offset, length }] of findings.entries()) {
    if (offset === null || offset < end) continue
    parts.push(letters.slice(end, offset).join(''))
    end = offset + length
    parts.push(
      <mark
        key={offset}
        title={t(`reasons.${reasonKey(rule)}`)}
        className="bg-transparent text-text underline decoration-lamp-edge decoration-2 underline-offset-4"
      >
        {letters.slice(offset, end).join('')}
        <sup className="ml-0.5 font-semibold text-lamp-text no-underline">{place + 1}</sup>
      </mark>,
    )
  }
  parts.push(letters.slice(end).join(''))
  return <p className="text-16 leading-6.5 text-pretty wrap-anywhere whitespace-pre-line">{parts}</p>
}
