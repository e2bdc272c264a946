import { useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Feedback, feedbackQuery, useGiveFeedback } from './queries.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const MOST = 600

/** Whether a member found this version useful: one answer, which they may change, and a remark if they wish. */
export default function ArticleFeedback({ item, version }: { item: string; version: number }) {
  const { t } = useTranslation('help')
  const { data: given, isPending } = useQuery(feedbackQuery(item, version))
  const give = useGiveFeedback(item, version)
  if (isPending) return null
  const useful = give.isPending ? give.variables?.useful : given?.useful
  const say = (answer: boolean) => give.mutate({ comment: '', ...given, useful: answer })
  return (
    <section aria-labelledby="feedback-title" className="mt-8 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="feedback-title" className="font-medium">
          {t('feedback.question')}
        </h2>
        <div className="flex gap-2">
          {([true, false] as const).map((answer) => (
            <Button
              key={String(answer)}
              size="sm"
              aria-pressed={useful === answer}
              variant={useful === answer ? 'primary' : 'secondary'}
              icon={answer ? <ThumbsUp {...icon} /> : <ThumbsDown {...icon} />}
              onClick={() => say(answer)}
            >
              {t(answer ? 'feedback.yes' : 'feedback.no')}
            </Button>
          ))}
        </div>
      </div>
      {given && <Remark key={String(given.useful)} given={given} onSend={give.mutateAsync} />}
      {give.isError && (
        <div className="mt-3">
          <Notice refusal>{t('feedback.failed')}</Notice>
        </div>
      )}
    </section>
  )
}

function Remark({ given, onSend }: { given: Feedback; onSend: (feedback: Feedback) => Promise<unknown> }) {
  const { t } = useTranslation('help')
  const [comment, setComment] = useState(given.comment)
  const [sent, setSent] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    void onSend({ ...given, comment: comment.trim() }).then(
      () => setSent(true),
      () => setSent(false),
    )
  }
  return (
    <form onSubmit={send} className="mt-4 grid max-w-xl gap-3">
      <Field
        label={t(given.useful ? 'feedback.commentUseful' : 'feedback.comment')}
        optional={t('feedback.optional')}
        hint={t('feedback.private')}
      >
        <Textarea
          rows={3}
          maxLength={MOST}
          value={comment}
          onChange={({ target }) => {
            setSent(false)
            setComment(target.value)
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="sm" disabled={comment.trim() === given.comment}>
          {t('feedback.send')}
        </Button>
        <p role="status" className="text-13 text-muted">
          {sent && t('feedback.thanks')}
        </p>
      </div>
    </form>
  )
}
