import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { refusalKey } from '../refusals.ts'
import { type Ticket, useRate } from '../tickets.ts'

const SCORES = ['1', '2', '3', '4', '5'] as const

/** How well the answer helped, from 1 to 5 in numbers: faces are read differently by everybody. */
export function Satisfaction({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support')
  const rate = useRate()
  const [score, setScore] = useState<string>(ticket.satisfaction ? String(ticket.satisfaction) : '')
  const [words, setWords] = useState(ticket.satisfaction_words ?? '')
  const [changes, setChanges] = useState(false)
  if (ticket.satisfaction !== null && !changes)
    return (
      <Card className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-transparent px-4 py-2.5">
        <p className="min-w-0 flex-1">{t('rate.given', { score: ticket.satisfaction })}</p>
        <Button size="sm" variant="ghost" onClick={() => setChanges(true)}>
          {t('rate.change')}
        </Button>
      </Card>
    )
  return (
    <Card className="bg-transparent p-4">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          rate.mutate(
            { ticket: ticket.id, score: Number(score), words },
            { onSuccess: () => setChanges(false) },
          )
        }}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="font-medium">{t('rate.question')}</p>
          <span className="flex items-center gap-2 text-12 text-muted">
            {t('rate.least')}
            <Segmented
              label={t('rate.question')}
              value={score}
              onChange={setScore}
              options={SCORES.map((value) => ({ value, label: value }))}
            />
            {t('rate.most')}
          </span>
        </div>
        {score !== '' && (
          <>
            <Field label={t('rate.words')} optional={t('rate.optional')}>
              <Textarea
                rows={2}
                maxLength={1000}
                value={words}
                onChange={({ target }) => setWords(target.value)}
              />
            </Field>
            <Button type="submit" className="justify-self-start" busy={rate.isPending}>
              {t('rate.send')}
            </Button>
          </>
        )}
        {rate.isError && <Notice refusal>{t(`refused.${refusalKey(rate.error)}`)}</Notice>}
      </form>
    </Card>
  )
}
