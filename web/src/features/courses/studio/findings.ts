// What a lesson or a question states in figures, checked while it is written: the rule of what ships (content/numbers).
import { quotations } from 'content/numbers'
import { COUNTED, documentFaults } from 'content/problems'
import { LANGUAGES, type Language } from 'mails/languages'
import type { Finding } from '#studio/define-studio.ts'
import type { ContentDocument } from '#studio/document/document.ts'

/** How many numbers are named each; the rest is counted. */
const MOST = 8

/** Figures that do not hold, numbers that come from nowhere, and whether the languages quote the same; nothing of this stops a publication. */
export function figureFindings({ fields, texts }: Pick<ContentDocument, 'fields' | 'texts'>): Finding[] {
  const document = { fields: { ...fields }, texts: { ...texts } as Record<Language, Record<string, string>> }
  const faults = LANGUAGES.flatMap((language) =>
    documentFaults(document, language).map(({ name, fault }) => ({ language, name, fault })),
  )
  const quoted = (language: Language) =>
    COUNTED.flatMap((name) => quotations(texts[language]?.[name] ?? '').map((one) => `${name} ${one}`))
  const french = quoted('fr')
  const written = LANGUAGES.filter(
    (language) => language !== 'fr' && COUNTED.some((name) => texts[language]?.[name]?.trim()),
  )
  const differing = written.filter((language) => quoted(language).join() !== french.join())
  const same = french.filter((one, place) =>
    written.every((language) => count(quoted(language), one) >= count(french.slice(0, place + 1), one)),
  ).length
  const wrong = faults.filter(({ fault }) => fault.is !== 'unproven')
  const findings: Finding[] = faults.slice(0, MOST).map(({ language, name, fault }) => ({
    key: `${language} ${name} ${fault.line} ${fault.is} ${fault.text}`,
    tone: 'warn',
    say: `findings.${fault.is}`,
    values: {
      text: fault.text,
      figure: fault.is === 'unproven' ? '' : fault.quotation,
      value: fault.is === 'differs' ? fault.value : '',
    },
    at: { place: `texts.${language}.${name}`, line: fault.line },
  }))
  if (faults.length > MOST)
    findings.push({
      key: 'more',
      tone: 'warn',
      say: 'findings.more',
      values: { count: faults.length - MOST },
    })
  if (french.length + differing.length > 0)
    findings.push({
      key: 'same',
      tone: differing.length > 0 ? 'warn' : 'good',
      say: differing.length > 0 ? 'findings.differing' : 'findings.same',
      values: { languages: differing.join(' ').toUpperCase(), same, all: french.length },
      ...(differing[0] ? { at: { place: `texts.${differing[0]}` } } : {}),
    })
  if (french.length > 0 && wrong.length === 0)
    findings.push({
      key: 'computed',
      tone: 'good',
      say: 'findings.computed',
      values: { count: french.length },
    })
  return findings
}

const count = (all: readonly string[], one: string) => all.filter((other) => other === one).length
