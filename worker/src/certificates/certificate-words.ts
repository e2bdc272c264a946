// The texts of a certificate in its member's language. Those that are on the screen too are the same there
// (web/src/features/certificate/messages). Reads no clock and no machine settings.
import { dayInWords } from 'mails/day-in-words'
import { fill } from 'mails/fill'
import type { Language } from 'mails/languages'
import { countOf, inLanguage, type Results } from 'trading/learning/certificate'
import en from './messages/en.json' with { type: 'json' }
import es from './messages/es.json' with { type: 'json' }
import fr from './messages/fr.json' with { type: 'json' }
import it from './messages/it.json' with { type: 'json' }

export const certificateTexts = { fr, en, es, it } satisfies Record<Language, typeof fr>

export type Certificate = {
  code: string
  /** Null where its member shows the initials alone. */
  name: string | null
  initials: string
  results: Results
  issued_at: Date
  sealed_as: number
  /** Of the entry that seals the results. */
  hash: string
  language: Language
}
export type CertificateWords = ReturnType<typeof certificateWords>

/** All texts of a certificate. `site` is the installation's address without a slash at its end. */
export function certificateWords(certificate: Certificate, site: string, brand: string) {
  const { code, results, language, hash, name, initials } = certificate
  const { course, sections } = results
  const t = certificateTexts[language]
  const number = (value: number) => new Intl.NumberFormat(language).format(value)
  const counted = (key: 'did' | 'charts' | 'right', count: number, of = count) =>
    fill(t[`${key}_${count === 1 ? 'one' : 'other'}`], { count: number(count), of: number(of) })
  const score = (answers: readonly boolean[]) =>
    fill(t.score, { right: number(answers.filter(Boolean).length), of: number(answers.length) })
  const { right, total } = countOf(sections)
  const lessons = sections.filter(({ part }) => part === 'quiz')
  const exam = sections.find(({ part }) => part === 'exam')
  const charts = sections.filter(({ part }) => part === 'exercise').flatMap(({ answers }) => answers)
  const abilities = inLanguage(course.abilities, language) ?? []
  const title = inLanguage(course.title, language) ?? course.slug
  return {
    brand,
    kind: t.kind,
    name: name ?? initials,
    did: counted('did', lessons.length),
    course: title,
    right: { count: number(right), of: counted('right', right, total) },
    strokes: fill(t.strokes, { of: number(total) }),
    head: [t.ability, t.quiz] as const,
    rows: lessons.map(({ lesson, answers }, place) => ({
      text: abilities[place] ?? lesson ?? '',
      score: score(answers),
    })),
    exam: exam && {
      text: fill(t.exam, { count: number(exam.answers.length) }),
      score: score(exam.answers),
      charts: charts.length > 0 ? { text: counted('charts', charts.length), score: score(charts) } : null,
    },
    facts: [
      [t.issued, dayInWords(certificate.issued_at, language, 'Europe/Paris')],
      [t.length, duration(course.minutes)],
      [fill(t.sealed, { entry: number(certificate.sealed_as) }), `${hash.slice(0, 6)}…${hash.slice(-4)}`],
    ] as const,
    limits: fill(t.limits, { brand }),
    verify: {
      label: t.verifyAt,
      place: `${new URL(site).host}/attestation`,
      code,
      address: `${site}/attestation?code=${code}`,
    },
    file: `${t.kind}, ${title}`,
  }
}

/** `2 h 10`, `42 min`. */
const duration = (minutes: number): string =>
  minutes < 60
    ? `${minutes}\u00a0min`
    : `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`
