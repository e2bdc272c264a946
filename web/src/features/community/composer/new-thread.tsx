import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { Composer } from '#parts/conversation/composer.tsx'
import { DraftLine } from '#parts/conversation/draft-line.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Button } from '#ui/button.tsx'
import { Breadcrumbs } from '#ui/figure/breadcrumbs.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { threadAddress } from '../addresses.ts'
import { categoriesQuery, THREADS } from '../forum.ts'
import { DRAFTS } from '../list/threads-query.ts'
import { forumRefusal } from '../refusals.ts'
import { heldKey } from '../thread/posts-query.ts'
import type { Written } from '../thread/thread-writes.ts'
import { RefusalText } from './refusal-text.tsx'
import { SimilarThreads } from './similar-threads.tsx'
import { TextCheck } from './text-check.tsx'
import { type DraftText, useDraft } from './use-draft.ts'

const SHORTEST_TITLE = 8
const LONGEST_TITLE = 140
/** No instrument. */
const NONE = 'none'

type Props = { category: string | null; symbol: string | null }

/** A new thread: the threads that ask the same are suggested while its title is typed. */
export default function NewThread({ category: given, symbol: givenSymbol }: Props) {
  const { t, i18n } = useTranslation('community')
  const navigate = useNavigate()
  const { staffRole } = useSession()
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(null)
  const [tried, setTried] = useState(false)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: instruments = [] } = useQuery(instrumentsQuery)
  const open = categories.filter(
    ({ of_ideas, opened_by }) => !of_ideas && (opened_by === 'members' || staffRole !== null),
  )
  const { text, change } = draft
  const category = text.category ?? (open.some(({ slug }) => slug === given) ? given : null)
  const symbol = text.symbol ?? givenSymbol
  const title = useDeferredValue(text.title)
  const begin = useWrite(
    async ({ title, body, anonymous }: DraftText) =>
      unwrap(
        await supabase.rpc('start_thread', {
          category: category ?? '',
          title,
          body,
          anonymous,
          ...(symbol ? { symbol } : {}),
        }),
      ) as unknown as Written,
    [THREADS, DRAFTS, heldKey(null)],
  )
  const faults = {
    title: text.title.trim().length < SHORTEST_TITLE ? t('new.titleShort', { count: SHORTEST_TITLE }) : null,
    category: category === null ? t('new.categoryMissing') : null,
    body: text.body.trim() === '' ? t('refused.text_empty') : null,
  }
  const publish = async () => {
    setTried(true)
    if (faults.title || faults.category || faults.body || begin.isPending) return
    const made = await begin.mutateAsync(text)
    draft.clear()
    if (made.held) {
      toast({ title: t('held.title'), description: t('held.soon') })
      navigate('/communaute')
    } else navigate(threadAddress(made.id), { replace: true })
  }
  const refusal = begin.error ? forumRefusal(begin.error) : null
  return (
    <div className="grid w-full max-w-200 grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-4 lg:px-6">
      <header>
        <Breadcrumbs items={[{ title: t('title'), to: '/communaute' }, { title: t('new.heading') }]} />
        <HelpTitle article="regles-du-forum" className="mt-1">
          {t('new.heading')}
        </HelpTitle>
      </header>
      {begin.isError && (
        <Notice refusal>{refusal ? <RefusalText refusal={refusal} /> : <p>{t('new.unsent')}</p>}</Notice>
      )}
      <Field label={t('new.title')} hint={t('new.titleHint')} error={tried && faults.title}>
        <Input
          value={text.title}
          maxLength={LONGEST_TITLE}
          autoComplete="off"
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <SimilarThreads title={title} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('new.category')} error={tried && faults.category}>
          <Combobox
            value={category}
            placeholder={t('new.categoryChoose')}
            onChange={(slug) => change({ category: slug })}
            choices={open.map(({ slug, names }) => ({ value: slug, label: names[i18n.language] }))}
          />
        </Field>
        <Field label={t('new.instrument')} optional={t('new.optional')}>
          <Combobox
            value={symbol ?? NONE}
            onChange={(value) => change({ symbol: value === NONE ? null : value })}
            choices={[
              { value: NONE, label: t('new.noInstrument') },
              ...instruments.map((one) => ({ value: one.symbol, label: one.name, keywords: [one.symbol] })),
            ]}
          />
        </Field>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <Composer
          area={area}
          value={text.body}
          onChange={(body) => change({ body })}
          onSubmit={() => void publish().catch(() => undefined)}
          rows={10}
          symbol={symbol}
          placeholder={t('new.placeholder')}
          below={<TextCheck text={text.body} kind="thread" />}
          foot={
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2 pr-2 pl-4">
              <DraftLine state={draft.state} />
              <Button
                variant="primary"
                busy={begin.isPending}
                onClick={() => void publish().catch(() => undefined)}
              >
                {t('new.publish')}
              </Button>
            </div>
          }
        />
        {tried && faults.body && (
          <p role="alert" className="text-12 text-loss">
            {faults.body}
          </p>
        )}
      </div>
      <Checkbox checked={text.anonymous} onCheckedChange={(on) => change({ anonymous: on === true })}>
        <span className="font-medium text-text">{t('new.anonymous')}</span>
        <br />
        {t('new.anonymousNote')}
      </Checkbox>
    </div>
  )
}
