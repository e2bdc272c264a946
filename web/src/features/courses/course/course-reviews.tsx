import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import type { Course } from '../course.ts'
import { type Review, reviewsQuery, useReview } from '../queries.ts'

const STARS = ['1', '2', '3', '4', '5'] as const
/** Before half of a course there is little to judge; the database says the same. */
const HALF = 0.5

/** What members think of the course, and one's own review. */
export function CourseReviews({ course }: { course: Course }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const { data: reviews } = useQuery(reviewsQuery(course.item))
  const { n, stars } = course.reviews
  const may = course.share >= HALF
  if (!reviews || (n === 0 && !may)) return null
  const others = reviews.filter(({ mine, body }) => !mine && body !== '')
  return (
    <section className="mt-7 max-w-160" aria-labelledby="reviews-title">
      <h2 id="reviews-title" className="flex items-baseline gap-3 text-16 font-semibold">
        {t('review.title')}
        {n > 0 && stars !== null && (
          <span className="inline-flex items-center gap-1 text-13 font-normal text-muted">
            <Star size={14} strokeWidth={1.75} aria-hidden />
            {t('review.mean', { mean: format.number(stars, 1), count: n })}
          </span>
        )}
      </h2>
      <ul className="grid divide-y divide-line">
        {others.map(({ stars: given, body, name, created_at }) => (
          <li key={`${created_at} ${body}`} className="py-3">
            <p className="text-13 text-muted">
              {[name, t('state.of', { place: given, of: STARS.length }), format.date(created_at)]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p className="whitespace-pre-line text-pretty wrap-anywhere">{body}</p>
          </li>
        ))}
      </ul>
      {may && <OwnReview course={course} own={reviews.find(({ mine }) => mine)} />}
    </section>
  )
}

function OwnReview({ course, own }: { course: Course; own: Review | undefined }) {
  const { t } = useTranslation('courses')
  const save = useReview()
  const [stars, setStars] = useState<(typeof STARS)[number] | ''>(
    STARS.find((one) => Number(one) === own?.stars) ?? '',
  )
  const [body, setBody] = useState(own?.body ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (stars === '') return
    save.mutate(
      { course: course.item, known: own !== undefined, stars: Number(stars), body: body.trim() },
      {
        onSuccess: () => void toast({ title: t('review.saved') }),
        onError: () => void toast({ title: t('review.failed'), variant: 'destructive' }),
      },
    )
  }
  return (
    <form onSubmit={submit} className="mt-3 grid gap-3">
      <Segmented
        label={t('review.stars')}
        value={stars}
        onChange={setStars}
        options={STARS.map((value) => ({ value: value as (typeof STARS)[number] | '', label: value }))}
      />
      <Field label={t('review.body')}>
        <Textarea value={body} maxLength={2000} onChange={({ target }) => setBody(target.value)} />
      </Field>
      <Button type="submit" busy={save.isPending} disabled={stars === ''} className="justify-self-start">
        {t('review.save')}
      </Button>
    </form>
  )
}
