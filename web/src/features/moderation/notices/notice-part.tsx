import { useState } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Notice } from '#ui/notice.tsx'
import { useFileNotice } from '../public-queries.ts'
import { GROUNDS, type Ground, refusalKey } from '../reasons.ts'
import { NoticeFollow } from './notice-follow.tsx'

/** The notice form, with an account or without one, and the state of a notice by its code. */
export default function NoticePart() {
  const { t } = useTranslation('moderation')
  const [round, setRound] = useState(0)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <section>
        <h2 className="text-16 font-semibold">{t('notice.title')}</h2>
        <p className="mb-4 text-pretty text-muted">{t('notice.lead')}</p>
        <NoticeForm key={round} onAnother={() => setRound(round + 1)} />
      </section>
      <NoticeFollow />
    </div>
  )
}

function NoticeForm({ onAnother }: { onAnother: () => void }) {
  const { t } = useTranslation('moderation')
  const language = useLanguage()
  const [search] = useSearchParams()
  const [place, setPlace] = useState(search.get('adresse') ?? '')
  const [reason, setReason] = useState<Ground>('promise')
  const [words, setWords] = useState('')
  const [name, setName] = useState('')
  const [mail, setMail] = useState('')
  const [faith, setFaith] = useState(false)
  const [crime, setCrime] = useState(false)
  const file = useFileNotice()
  // Who reports child abuse may stay unnamed.
  const optional = reason === 'minors' ? t('notice.optional') : undefined
  if (file.data)
    return (
      <Card className="grid justify-items-start gap-3 p-5">
        <div role="status">
          <h3 className="font-semibold">{t('notice.sent')}</h3>
          <p className="text-muted">{t('notice.sentText')}</p>
        </div>
        <code className="font-mono text-20 font-semibold wrap-anywhere select-all">{file.data.code}</code>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={file.data.code} />
          <Button variant="ghost" onClick={onAnother}>
            {t('notice.another')}
          </Button>
        </div>
      </Card>
    )
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!file.isPending)
          file.mutate({ place, reason, words, name, mail, good_faith: faith, crime, language })
      }}
    >
      <Field label={t('notice.place')} hint={t('notice.placeHint')}>
        <Input
          inputMode="url"
          value={place}
          maxLength={500}
          onChange={({ target }) => setPlace(target.value)}
        />
      </Field>
      <Field label={t('notice.reason')}>
        <Select value={reason} onChange={({ target }) => setReason(target.value as Ground)}>
          {GROUNDS.map((ground) => (
            <option key={ground.reason} value={ground.reason}>
              {t(`reasons.${ground.reason}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('notice.words')} hint={t('notice.wordsHint')}>
        <Textarea value={words} maxLength={3000} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('notice.name')} optional={optional}>
          <Input autoComplete="name" value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={t('notice.mail')} optional={optional} hint={t('notice.mailHint')}>
          <Input
            type="email"
            autoComplete="email"
            value={mail}
            onChange={({ target }) => setMail(target.value)}
          />
        </Field>
      </div>
      <Checkbox checked={crime} onCheckedChange={(on) => setCrime(on === true)}>
        {t('notice.crime')}
      </Checkbox>
      <Checkbox checked={faith} onCheckedChange={(on) => setFaith(on === true)}>
        {t('notice.faith')}
      </Checkbox>
      {file.isError && <Notice refusal>{t(`refused.${refusalKey(file.error)}`)}</Notice>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="justify-self-start"
        busy={file.isPending}
        disabled={!faith || file.isPending}
      >
        {t('notice.send')}
      </Button>
    </form>
  )
}
