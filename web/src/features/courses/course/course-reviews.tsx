import { Star } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { type Course, courseShare } from '../course.ts'
import { useReview } from '../queries.ts'

const STARS = ['1', '2', '3', '4', '5'] as const
/** Before half of a course there is little to judge; the database says the same. */
const HALF = 0.5

/** What members think of the course, and one's own review. */
export function CourseReviews({ course }: { course: Course }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const { user } = useSession()
  const save = useReview()
  const [stars, setStars] = useState<(typeof STARS)[number] | ''>(
    STARS.find((one) => Number(one) === course.review?.stars) ?? '',
  )
  const [body, setBody] = useState(course.review?.body ?? '')
  const { n, mean } = course.reviews
  const may = courseShare(course) >= HALF
  if (n === 0 && !may) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!user || stars === '') return
    save.mutate(
      { member: user.id, course: course.id, stars: Number(stars), body: body.trim() },
      {
        onSuccess: () => void toast({ title: t('review.saved') }),
        onError: () => void toast({ title: t('review.failed'), variant: 'destructive' }),
      },
    )
  }
  return (
    <section className="mt-7 max-w-160" aria-labelledby="reviews-title">
      <h2 id="reviews-title" className="flex items-baseline gap-3 text-16 font-semibold">
        {t('review.title')}
        {n > 0 && mean !== null && (
          <span className="inline-flex items-center gap-1 text-13 font-normal text-muted">
            <Star size={14} strokeWidth={1.75} aria-hidden />
            {t('review.mean', { mean: format.number(mean, 1), count: n })}
          </span>
        )}
      </h2>
      {may && (
        <form onSubmit={submit} className="mt-3 grid gap-3">
          <Segmented
            label={t('review.stars')}
            value={stars}
            onChange={(value) => setStars(value)}
            options={STARS.map((value) => ({ value: value as (typeof STARS)[number] | '', label: value }))}
          />
          <Field label={t('review.body')}>
            <Textarea value={body} maxLength={2000} onChange={({ target }) => setBody(target.value)} />
          </Field>
          <Button type="submit" busy={save.isPending} disabled={stars === ''} className="justify-self-start">
            {t('review.save')}
          </Button>
        </form>
      )}
    </section>
  )
}
