import { Check } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Ring } from '#ui/figure/ring.tsx'
import { type Course, type Lesson, partOf, partShare, type Quiz } from '../course.ts'
import { useBestQuizzes } from '../use-best-quizzes.ts'

/** How many a phone shows at first. */
const FIRST = 3

/** What the course enables, each with what proves it: the lines of the certificate. */
export function Abilities({ course, abilities }: { course: Course; abilities: readonly string[] }) {
  const { t } = useTranslation('courses')
  const [all, setAll] = useState(false)
  const quizzes = useBestQuizzes()
  const rows = course.lessons.flatMap((lesson, index) => {
    const ability = abilities[index]
    return ability ? [{ lesson, ability, number: index + 1 }] : []
  })
  if (rows.length === 0) return null
  const proven = rows.filter(({ lesson }) => isProven(lesson)).length
  return (
    <section className="mt-7" aria-labelledby="abilities">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="abilities" className="text-16 font-semibold">
          {t('abilities.title')}
        </h2>
        <span className="text-13 text-muted">
          {t('abilities.proven', { count: proven, of: rows.length })}
        </span>
      </div>
      <Card className="overflow-hidden">
        <ol className="-mb-px grid md:grid-cols-2 md:[&>li:nth-child(even)]:border-l">
          {rows.map(({ lesson, ability, number }, index) => (
            <li
              key={lesson.item}
              className={classNames(
                'grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3 border-b border-line px-4 py-3 md:px-5',
                !all && index >= FIRST && 'max-md:hidden',
              )}
            >
              <Sign lesson={lesson} />
              <div className="min-w-0">
                <p className="text-pretty">{ability}</p>
                <p className="text-13 text-muted">
                  <Proof lesson={lesson} number={number} quiz={quizzes.get(lesson.item)} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
      {!all && rows.length > FIRST && (
        <Button variant="ghost" className="mt-1 w-full md:hidden" onClick={() => setAll(true)}>
          {t('abilities.more', { count: rows.length - FIRST })}
        </Button>
      )}
    </section>
  )
}

/** A passed quiz proves an ability; the server says which is. */
const isProven = (lesson: Lesson): boolean => {
  const quiz = partOf(lesson, 'quiz')
  return quiz ? quiz.done_at !== null : lesson.done_at !== null
}

function Sign({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation('courses')
  if (isProven(lesson))
    return (
      <span className="grid size-5 place-items-center rounded-pill bg-gain-tint text-gain">
        <Check size={14} strokeWidth={1.75} aria-hidden />
      </span>
    )
  const exercise = partOf(lesson, 'exercise')
  const share = exercise ? partShare(exercise) : 0
  if (share > 0) return <Ring size="sm" label={t('abilities.title')} share={share} className="mt-0.5" />
  return <i aria-hidden className="size-5 rounded-pill border-[1.5px] border-control" />
}

function Proof({ lesson, number, quiz }: { lesson: Lesson; number: number; quiz: Quiz | undefined }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  if (quiz) {
    const { score, total, finished_at } = quiz
    const values = { score, total, date: format.dayMonth(finished_at) }
    return t(isProven(lesson) ? 'abilities.quiz' : 'abilities.quiz-low', values)
  }
  if (isProven(lesson)) return t('abilities.done', { date: format.dayMonth(lesson.done_at) })
  const exercise = partOf(lesson, 'exercise')
  if (exercise && exercise.of > 0)
    return t('abilities.exercise', { done: exercise.place, charts: exercise.of })
  return t('abilities.later', { number })
}
