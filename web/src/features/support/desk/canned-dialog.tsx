import { LANGUAGES } from 'mails/languages'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { refusalKey } from '../refusals.ts'
import { TOPICS, type Topic } from '../tickets.ts'
import { type Canned, useArchiveCanned, useSaveCanned } from './inbox.ts'

const VARIABLES = ['member', 'number', 'subject', 'agent', 'promise', 'plan', 'mediator'] as const
const NAME = /^[a-z0-9][a-z0-9-]{1,39}$/

/** A canned answer in the four languages; French is the one that must be there. */
export function CannedDialog({ canned, onClose }: { canned: Canned | null; onClose: () => void }) {
  const { t } = useTranslation('support')
  const save = useSaveCanned()
  const archive = useArchiveCanned()
  const [name, setName] = useState(canned?.name ?? '')
  const [topic, setTopic] = useState<Topic | ''>(canned?.topic ?? '')
  const [texts, setTexts] = useState<Canned['texts']>(canned?.texts ?? {})
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('fr')
  const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()))
  const error = save.error ?? archive.error
  return (
    <FormDialog
      title={t(canned ? 'canned.change' : 'canned.add')}
      submit={t('canned.save')}
      busy={save.isPending}
      incomplete={!NAME.test(name) || !written.fr}
      refusal={error && t(`refused.${refusalKey(error)}`)}
      aside={
        canned && (
          <Button
            variant="danger"
            className="mr-auto"
            busy={archive.isPending}
            onClick={() => archive.mutate(canned.id, { onSuccess: onClose })}
          >
            {t('canned.archive')}
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={() =>
        save.mutate(
          { id: canned?.id ?? null, name, topic: topic || null, texts: written },
          { onSuccess: onClose },
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('canned.name')} hint={t('canned.nameHint')}>
          <Input
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={({ target }) => setName(target.value.toLowerCase().replace(/[^a-z0-9-]/g, '-'))}
          />
        </Field>
        <Field label={t('new.topic')}>
          <Select value={topic} onChange={({ target }) => setTopic(target.value as Topic)}>
            <option value="">{t('canned.anyTopic')}</option>
            {TOPICS.map((one) => (
              <option key={one} value={one}>
                {t(`topics.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Segmented
        label={t('canned.language')}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map((value) => ({ value, label: value.toUpperCase() }))}
      />
      <Field
        label={t('canned.text')}
        hint={t('canned.variables', { names: VARIABLES.map((one) => `{{${one}}}`).join(' ') })}
      >
        <Textarea
          rows={8}
          maxLength={8000}
          value={texts[language] ?? ''}
          onChange={({ target }) => setTexts({ ...texts, [language]: target.value })}
        />
      </Field>
    </FormDialog>
  )
}
