import { countOf, inLanguage, type Results } from 'trading/learning/certificate'
import type { PublicCertificate } from 'trading/learning/check-certificate'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Logo } from '#parts/brand/logo.tsx'
import { AnswerSeal } from '#parts/quiz/answer-seal.tsx'
import { QrCode } from '#ui/figure/qr-code.tsx'
import './certificate-sheet.css'

/** The certificate as a sheet of A4, in landscape. Its lengths follow its own width, so that screen and paper show the same. */
export function CertificateSheet({ kept }: { kept: PublicCertificate & { results: Results } }) {
  const { t, i18n } = useTranslation('certificate')
  const format = useFormat()
  const { course, sections } = kept.results
  const { right, total } = countOf(sections)
  const title = inLanguage(course.title, i18n.language)
  const abilities = inLanguage(course.abilities, i18n.language) ?? []
  const lessons = sections.filter(({ part }) => part === 'quiz')
  const exam = sections.find(({ part }) => part === 'exam')
  const charts = sections.filter(({ part }) => part === 'exercise').flatMap(({ answers }) => answers)
  const score = (answers: readonly boolean[]) =>
    t('score', { right: answers.filter(Boolean).length, of: answers.length })
  const address = `${location.host}/attestation`
  return (
    <article data-theme="light" className="certificate-sheet" aria-label={t('sheet')}>
      <div className="certificate-side">
        <Logo name={brand.name} />
        <AnswerSeal quizzes={sections.map(({ answers }) => answers)} label={t('seal', { right, of: total })}>
          {String(right)}
        </AnswerSeal>
        <p className="certificate-note">{t('strokes', { of: total })}</p>
        <div className="certificate-code">
          <QrCode
            value={`${location.origin}/attestation?code=${kept.code}`}
            label={t('qr')}
            className="certificate-qr"
          />
          <p>
            {t('verifyAt')}
            <br />
            {address}
            <br />
            <strong>{kept.code}</strong>
          </p>
        </div>
      </div>
      <div className="certificate-main">
        <p className="certificate-kind">{t('kind')}</p>
        <h2 className="certificate-name">{kept.name ?? kept.initials}</h2>
        <p className="certificate-did">{t('did', { count: lessons.length })}</p>
        <p className="certificate-course">{title}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('ability')}</th>
              <th scope="col">{t('quiz')}</th>
            </tr>
          </thead>
          <tbody>
            {lessons.map(({ lesson, answers }, place) => (
              <tr key={lesson}>
                <td>{abilities[place] ?? lesson}</td>
                <td>{score(answers)}</td>
              </tr>
            ))}
            {exam && (
              <tr>
                <td>
                  <strong>{t('exam', { count: exam.answers.length })}</strong>
                  {charts.length > 0 && ` · ${t('charts', { count: charts.length })}`}
                </td>
                <td>
                  <strong>{score(exam.answers)}</strong>
                  {charts.length > 0 && ` · ${score(charts)}`}
                </td>
              </tr>
            )}
          </tbody>
        </table>
        <dl>
          <div>
            <dt>{t('issued')}</dt>
            <dd>{format.parisLongDay(kept.issued_at)}</dd>
          </div>
          <div>
            <dt>{t('length')}</dt>
            <dd>{format.duration(course.minutes * 60_000)}</dd>
          </div>
          <div>
            <dt>{t('sealed', { entry: format.number(kept.sealed_as) })}</dt>
            <dd className="font-mono">
              {kept.entry ? `${kept.entry.hash.slice(0, 6)}…${kept.entry.hash.slice(-4)}` : '—'}
            </dd>
          </div>
        </dl>
        <p className="certificate-limits">{t('limits', { brand: brand.name })}</p>
      </div>
    </article>
  )
}
