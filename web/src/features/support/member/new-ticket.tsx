import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AskedFigure, askedFigure } from '#lib/support/figure-address.ts'
import { DraftLine } from '#parts/conversation/draft-line.tsx'
import { SuggestedAnswers } from '#parts/help/suggested-answers.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { AttachButton } from '../conversation/attachment-list.tsx'
import { useAttachments } from '../conversation/use-attachments.ts'
import { useKeptText } from '../conversation/use-kept-text.ts'
import { WritingBox } from '../conversation/writing-box.tsx'
import { refusalKey } from '../refusals.ts'
import { TOPICS, type Topic, useOpenTicket } from '../tickets.ts'
import { ownFacts } from './own-facts.ts'
import { PromiseLine } from './promise-line.tsx'

const CHOSEN = ['low', 'normal', 'high'] as const

/** A new ticket: what it is about, in words, with what the member agrees to attach. Answers that exist are offered while they type. */
export function NewTicket() {
  const { t } = useTranslation('support')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const figure = askedFigure(search)
  const figureName = useFigureName()
  const named = figure ? t('new.aboutFigure', { name: figureName(figure) }) : null
  const [topic, setTopic] = useState<Topic | ''>(figure ? 'figure' : '')
  const [priority, setPriority] = useState<(typeof CHOSEN)[number]>('normal')
  const subject = useKeptText('new:subject')
  const body = useKeptText('new:body')
  const [title, setTitle] = useState(named ?? (subject.text || (search.get('sujet') ?? '')))
  const [consents, setConsents] = useState(false)
  const [tried, setTried] = useState(false)
  const attachments = useAttachments()
  const open = useOpenTicket()
  const area = useRef<HTMLTextAreaElement>(null)
  // A second click must not open a second ticket.
  const [request] = useState(() => crypto.randomUUID())
  const words = useId()
  const missing = {
    topic: topic === '',
    subject: title.trim() === '',
    body: body.text.trim() === '',
  }
  const send = () => {
    setTried(true)
    if (topic === '' || missing.subject || missing.body || attachments.sending || open.isPending) return
    open.mutate(
      {
        topic,
        priority,
        subject: title,
        body: body.text,
        request,
        files: attachments.brought,
        facts: consents ? ownFacts(cache) : null,
        figure,
      },
      {
        onSuccess: ({ id }) => {
          subject.change('')
          body.change('')
          navigate(`/support?demande=${id}`, { replace: true })
        },
      },
    )
  }
  const fault = (is: boolean, text: string) => (tried && is ? text : undefined)
  return (
    <article aria-labelledby="new-ticket" className="grid content-start">
      <header className="flex min-h-15 items-center gap-2 border-b border-line bg-surface px-4 py-2 md:px-5">
        <Button asChild variant="ghost" size="lg" iconOnly className="-ml-2 lg:hidden">
          <Link to="/support" aria-label={t('pane.back')}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
          </Link>
        </Button>
        <h2 id="new-ticket" className="text-20 font-semibold tracking-title">
          {t('new.title')}
        </h2>
      </header>
      <form
        noValidate
        className="grid max-w-180 grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-5"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {figure && (
          <Notice>
            <p className="font-medium text-text">{named}</p>
            <p>{t('new.figureNote')}</p>
          </Notice>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('new.topic')} error={fault(missing.topic, t('new.topicMissing'))}>
            <Select value={topic} onChange={({ target }) => setTopic(target.value as Topic)}>
              <option value="" disabled>
                {t('new.choose')}
              </option>
              {TOPICS.map((one) => (
                <option key={one} value={one}>
                  {t(`topics.${one}`)}
                </option>
              ))}
            </Select>
          </Field>
          <div className="grid content-start gap-1.5">
            <p className="text-13 font-medium text-muted">{t('new.priority')}</p>
            <div className="flex min-h-11 items-center">
              <Segmented
                label={t('new.priority')}
                value={priority}
                onChange={setPriority}
                options={CHOSEN.map((value) => ({ value, label: t(`priorities.${value}`) }))}
              />
            </div>
          </div>
        </div>
        <PromiseLine priority={priority} complaint={topic === 'complaint'} />
        <Field label={t('new.subject')} error={fault(missing.subject, t('new.subjectMissing'))}>
          <Input
            value={title}
            maxLength={160}
            autoComplete="off"
            onChange={({ target }) => {
              setTitle(target.value)
              subject.change(target.value)
            }}
          />
        </Field>
        <SuggestedAnswers question={`${title} ${body.text}`} />
        <div className="grid gap-1.5">
          <p id={words} className="text-13 font-medium text-muted">
            {t('new.body')}
          </p>
          <WritingBox
            area={area}
            label={t('new.body')}
            placeholder={t('new.placeholder')}
            value={body.text}
            onChange={body.change}
            onSubmit={send}
            maxLength={20_000}
            rows={6}
            attachments={attachments}
            naming={fault(missing.body, '') === undefined ? {} : { 'aria-invalid': true }}
            foot={
              <div className="flex items-center gap-2 border-t border-line p-2">
                <AttachButton attachments={attachments} />
                <DraftLine state={body.state} />
              </div>
            }
          />
          {tried && missing.body && (
            <p role="alert" className="text-12 text-loss">
              {t('new.bodyMissing')}
            </p>
          )}
        </div>
        <Checkbox framed checked={consents} onCheckedChange={(on) => setConsents(on === true)}>
          {t('new.consent')}
        </Checkbox>
        {open.isError && <Notice refusal>{t(`refused.${refusalKey(open.error)}`)}</Notice>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" size="lg" busy={open.isPending}>
            {t('new.send')}
          </Button>
        </div>
      </form>
    </article>
  )
}

const FIGURES = [
  'expectancy_r',
  'total_r',
  'win_rate',
  'profit_factor',
  'average_win_r',
  'average_loss_r',
  'max_drawdown_r',
  'cancelled_rate',
] as const

/** How a figure is called in the title of a ticket. */
function useFigureName(): (figure: AskedFigure) => string {
  const { t } = useTranslation('support')
  const format = useFormat()
  return (figure) => {
    if (figure.kind === 'score') {
      const [author = '', cohort = ''] = figure.name.split(' ')
      return t('figures.score', {
        author: t(`proof.values.${author as 'analyst'}`),
        cohort: cohort === 'all' ? t('proof.values.all') : format.month(cohort),
      })
    }
    if (figure.kind !== 'performance') return t(`figures.${figure.kind}`, { number: figure.number })
    const known = FIGURES.find((name) => name === figure.name)
    return known ? t(`figures.${known}`) : t('figures.other')
  }
}
