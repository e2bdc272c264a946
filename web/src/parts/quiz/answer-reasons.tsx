import { Check, ChevronRight, GraduationCap, Repeat2, X } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { type Answer, inLanguage, type Question } from '#lib/learning/questions.ts'
import { classNames } from '#ui/class-names.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { useWriteNumber } from './numeric-answer.tsx'

// Fetched with the first such answer, with the figures of all courses.
const WorkedExpectancy = lazyPart(() => import('./worked-expectancy.tsx'))
const WORKED = /^expectancy(-with-loss)?\?/

/** The mistake by its name, why the answer is right, the source of the fact, and the lesson that teaches it. */
export function AnswerReasons({ question, answer }: { question: Question; answer: Answer }) {
  const { t } = useTranslation('quiz')
  const language = useLanguage()
  const format = useFormat()
  const write = useWriteNumber()
  const mistake = answer.mistake && inLanguage(answer.mistake, language)
  const from =
    question.form === 'numeric' && typeof answer.given === 'string'
      ? t('why.from', { value: write(answer.given.replace(',', '.'), question.unit, question.digits) })
      : t('why.mistake')
  const { source } = answer
  const { lesson } = question
  const Icon = answer.right ? Check : X
  return (
    <>
      {question.form === 'chart' && (
        <p
          className={classNames(
            'flex items-center gap-2 font-medium',
            answer.right ? 'text-gain' : 'text-loss',
          )}
        >
          <Icon size={16} strokeWidth={2} aria-hidden />
          {t(answer.right ? 'chart.right' : 'chart.wrong')}
        </p>
      )}
      {mistake && (
        <section>
          <h3 className="mb-1 text-16 font-semibold">{from}</h3>
          <MarkdownView text={mistake} under={4} className="text-muted" />
        </section>
      )}
      <section>
        <h3 className="mb-1 text-16 font-semibold">{t('why.title')}</h3>
        <MarkdownView text={inLanguage(answer.why, language)} under={4} className="text-muted" />
      </section>
      {answer.computed && WORKED.test(answer.computed) && (
        <Suspense fallback={null}>
          <WorkedExpectancy quotation={answer.computed} />
        </Suspense>
      )}
      {source && (
        <p className="text-13 text-muted">
          {t('why.source')}{' '}
          <a
            href={source.url}
            target="_blank"
            rel="nofollow noopener noreferrer"
            className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current"
          >
            {source.title}
            <span className="sr-only">{t('why.newWindow')}</span>
          </a>
          {', '}
          {t('why.read', { day: format.day(source.read_on) })}
        </p>
      )}
      {lesson && (
        <Link
          to={`/formations?cours=${lesson.course}&lecon=${lesson.lesson}`}
          className="flex min-h-14 items-center gap-4 rounded-card border border-line-strong px-4 py-3 transition-colors hover:bg-raised"
        >
          <GraduationCap size={20} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
          <span className="grid min-w-0 flex-1">
            <span className="font-semibold">{inLanguage(lesson.title, language)}</span>
            <span className="text-13 text-muted">
              {t('why.lesson', { minutes: Object.values(lesson.minutes).reduce((sum, one) => sum + one, 0) })}
            </span>
          </span>
          <ChevronRight size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
        </Link>
      )}
      {!answer.right && (
        <p className="flex gap-3 text-13 text-pretty text-muted">
          <Repeat2 size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
          {t('why.returns')}
        </p>
      )}
    </>
  )
}
