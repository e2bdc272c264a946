import { sheet } from 'mails/frame'
import type { Letter } from 'mails/letter'
import { compose } from 'mails/mail'
import { plainText } from 'mails/plain-text'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import type { MailContent } from './mails.ts'

/** An email in its two forms, composed by the same code as in the worker. */
export default function MailPreview({ mail }: { mail: MailContent }) {
  const { t } = useTranslation('office')
  const [form, setForm] = useState<'html' | 'text'>('html')
  const letter = letterOf(mail)
  if (!letter) return <p className="p-6 text-muted">{t('mails.unknown', { template: mail.template })}</p>
  return (
    <div className="grid gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 font-semibold" lang={mail.language}>
          {letter.subject}
        </p>
        <Segmented
          label={t('mails.form')}
          value={form}
          onChange={setForm}
          options={[
            { value: 'html', label: t('mails.html') },
            { value: 'text', label: t('mails.text') },
          ]}
        />
      </div>
      {form === 'html' ? (
        <Framed title={letter.subject}>{sheet(letter) as ReactNode}</Framed>
      ) : (
        <pre
          lang={mail.language}
          className="overflow-x-auto rounded-card border border-line bg-well p-4 font-mono text-12 whitespace-pre-wrap"
        >
          {plainText(letter)}
        </pre>
      )}
    </div>
  )
}

function letterOf(mail: MailContent): Letter | null {
  try {
    return compose({
      template: mail.template,
      data: mail.data,
      language: mail.language,
      timeZone: mail.time_zone,
      name: mail.name,
      brand: brand.name,
      siteUrl: location.origin,
      minutes: mail.minutes,
    })
  } catch (error) {
    // An email of a later version, or with a deleted template, has no preview; its row is still shown.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** An iframe in which scripts, forms and navigation are disabled. */
function Framed({ title, children }: { title: string; children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  return (
    <>
      <iframe
        title={title}
        // Same origin, so that the page can render into it; without allow-scripts, its content cannot run scripts.
        sandbox="allow-same-origin"
        // No srcdoc: the page's Trusted Types policy refuses HTML strings. Browsers create the document at once or on load.
        ref={(frame) => setBody(frame?.contentDocument?.body ?? null)}
        onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.body ?? null)}
        className="h-120 w-full rounded-card border border-line bg-surface"
      />
      {body && createPortal(children, body)}
    </>
  )
}
