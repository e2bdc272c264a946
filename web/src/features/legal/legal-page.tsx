import { Fragment, type ReactNode } from 'react'
import { brand } from '#lib/brand.ts'
import { useFormat } from '#lib/format.ts'
import { type Key, useTranslation } from '#lib/i18n.ts'
import { TERMS_VERSION } from '#lib/terms-version.ts'
import { pieces } from '#lib/translate.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { DOCUMENTS, type DocumentName } from './documents.ts'

type Props = {
  document: DocumentName
  children?: ReactNode
  /** What can be set below a part. */
  controls?: Readonly<Record<string, ReactNode>>
}

/** A document in numbered parts. A fact that the operator has not given yet is marked as missing, never made up. */
export function LegalPage({ document, children, controls = {} }: Props) {
  const { t } = useTranslation('legal')
  const format = useFormat()
  const fact = (value: string) => value || `<missing>${t('missing')}</missing>`
  const { legal } = brand
  const facts = {
    brand: brand.name,
    entity: fact(brand.legalEntity),
    contact: fact(brand.contact),
    form: fact(legal.form),
    address: fact(legal.address),
    registration: fact(legal.registration),
    vat: fact(legal.vat),
    director: fact(legal.director),
    host: fact(legal.host),
    mediator: fact(legal.mediator),
    status: fact(legal.status),
  }
  const parts: readonly string[] = DOCUMENTS[document]
  const text = (part: string, name: 'title' | 'text') =>
    t(`${document}.${part}.${name}` as Key<'legal'>, facts)
  return (
    <article className="mx-auto w-full max-w-3xl px-4 pt-10 md:px-6 md:pt-16">
      <PageTitle className="text-28! tracking-[-0.02em]! md:text-40!">{t(`${document}.title`)}</PageTitle>
      <p className="mt-3 text-16 text-pretty text-muted">{t(`${document}.purpose`, facts)}</p>
      <p className="mt-2 text-13 text-faint">
        {t('version', { date: format.date(`${TERMS_VERSION}T12:00:00`) })}
      </p>
      {children}
      {parts.map((part) => (
        <section key={part} aria-labelledby={`part-${part}`} className="mt-8 border-t border-line pt-6">
          <h2 id={`part-${part}`} className="text-16 font-semibold">
            {text(part, 'title')}
          </h2>
          <Paragraphs text={text(part, 'text')} />
          {controls[part]}
        </section>
      ))}
    </article>
  )
}

/** A line a paragraph; lines that begin with a dash are the items of one list. */
function Paragraphs({ text }: { text: string }) {
  const lines = text.split('\n')
  const items = lines.filter((line) => line.startsWith('- '))
  const before = lines.slice(0, lines.findIndex((line) => line.startsWith('- ')) >>> 0)
  const after = items.length > 0 ? lines.slice(before.length + items.length) : []
  const paragraph = (line: string) => (
    <p key={line} className="mt-2 text-16 text-pretty text-muted">
      <Marked text={line} />
    </p>
  )
  return (
    <>
      {before.map(paragraph)}
      {items.length > 0 ? (
        <ul className="mt-2 grid list-disc gap-1 pl-5 text-16 text-pretty text-muted">
          {items.map((item) => (
            <li key={item}>
              <Marked text={item.slice(2)} />
            </li>
          ))}
        </ul>
      ) : null}
      {after.map(paragraph)}
    </>
  )
}

/** What is missing stands out, in words and on a ground. */
function Marked({ text }: { text: string }) {
  return pieces(text).map((piece, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    if (typeof piece === 'string') return <Fragment key={place}>{piece}</Fragment>
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
      <mark key={place} className="rounded-inner bg-warn-tint px-1 text-warn">
        {piece.text}
      </mark>
    )
  })
}
