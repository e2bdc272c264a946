import { type ComponentProps, Fragment, type ReactNode, useCallback } from 'react'
import { readContent, textsIn } from '#lib/content/published-content.ts'
import { usePublicRead } from '#lib/data/public-read.ts'
import { useFormat } from '#lib/language/format.ts'
import { type Key, useTranslation } from '#lib/language/i18n.ts'
import { pieces } from '#lib/language/translate.ts'
import { brand } from '#lib/site/brand.ts'
import { type LegalNotice, readLegalNotice } from '#lib/site/legal-notice.ts'
import { TERMS_VERSION } from '#lib/site/terms-version.ts'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { filled } from './built-in-document.ts'
import { DOCUMENTS, type DocumentName } from './documents.ts'

/** What explains a document in a few words. */
const ARTICLES: { readonly [document: string]: ComponentProps<typeof HelpTitle>['article'] | undefined } = {
  cancel: 'resilier',
  withdraw: 'se-retracter',
  cookies: 'cookies-et-confidentialite',
  privacy: 'cookies-et-confidentialite',
}

type Props = {
  document: DocumentName
  children?: ReactNode
  /** Controls shown below a section, by section. */
  controls?: Readonly<Record<string, ReactNode>>
}

/**
 * A legal document in sections: the built-in text, or the one that the operator published instead. A fact that the operator has
 * not provided is marked as missing, never invented.
 */
export function LegalPage({ document, children, controls = {} }: Props) {
  const { t, i18n } = useTranslation('legal')
  const format = useFormat()
  const { data: published } = usePublicRead(
    useCallback(
      // The terms are versioned separately, and change only with a release.
      async (signal: AbortSignal) =>
        document === 'terms' ? null : readContent('legal-page', document, signal),
      [document],
    ),
  )
  const operator = usePublicRead(readLegalNotice)
  const fact = (read: (known: LegalNotice) => string) =>
    operator.data
      ? read(operator.data) || `<missing>${t('missing')}</missing>`
      : operator.isError
        ? '…'
        : '<waits>…</waits>'
  const facts = {
    brand: brand.name,
    // The brand's values until the operator's are loaded: a prerendered page has no others.
    entity: operator.data?.name || brand.legalEntity,
    contact: operator.data?.contact || brand.contact,
    form: fact(({ form }) => form),
    address: fact(({ address }) => address),
    registration: fact(({ registration, siren }) => registration || (siren && `SIREN ${siren}`)),
    vat: fact(({ vat_number, vat_exempt }) => vat_number || (vat_exempt ? t('exempt') : '')),
    phone: fact(({ phone }) => phone),
    director: fact(({ director }) => director),
    host: fact(({ host }) => host),
    mediator: fact(({ mediator }) => mediator),
    status: fact(({ status }) => status),
    card: fact(({ card_provider }) => t(`privacy.takers.${card_provider ?? 'none'}`)),
    crypto: fact(({ crypto_provider }) => t(`privacy.takers.${crypto_provider ?? 'none'}`)),
  }
  const { texts, inFrench } = textsIn(published?.texts ?? {}, i18n.language)
  const own = (name: 'title' | 'summary' | 'body') => filled(texts[name] ?? '', facts)
  const title = own('title') || t(`${document}.title`)
  const article = ARTICLES[document]
  const version = t('version', {
    date: format.date(published?.updated_at ?? `${TERMS_VERSION}T12:00:00`),
  })
  return (
    <article className="mx-auto w-full max-w-3xl px-4 pt-10 md:px-6 md:pt-16">
      {article ? <HelpTitle article={article}>{title}</HelpTitle> : <PageTitle>{title}</PageTitle>}
      <p className="mt-3 text-16 text-pretty text-muted">
        {own('summary') || t(`${document}.purpose`, facts)}
      </p>
      <p className="mt-2 text-13 text-faint">{version}</p>
      <noscript>
        <p className="mt-4 text-pretty text-muted">{t('noScript', facts)}</p>
        {document !== 'terms' && (
          <p className="mt-2 text-pretty text-muted">
            {t('newer', { ...facts, date: format.date(`${TERMS_VERSION}T12:00:00`) })}
          </p>
        )}
      </noscript>
      {operator.isError && <ErrorState className="mt-6" title={t('unread')} onRetry={operator.refetch} />}
      {inFrench && (
        <div className="mt-4">
          <FrenchNotice />
        </div>
      )}
      {children}
      {published ? (
        <>
          <div className="mt-8 border-t border-line pt-6" lang={inFrench ? 'fr' : undefined}>
            <MarkdownView text={own('body')} under={0} />
          </div>
          {Object.entries(controls).map(([part, control]) => (
            <Fragment key={part}>{control}</Fragment>
          ))}
        </>
      ) : (
        <BuiltIn document={document} facts={facts} controls={controls} />
      )}
    </article>
  )
}

function BuiltIn({
  document,
  facts,
  controls,
}: Required<Pick<Props, 'document' | 'controls'>> & { facts: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('legal')
  const parts: readonly string[] = DOCUMENTS[document]
  const text = (part: string, name: 'title' | 'text') =>
    t(`${document}.${part}.${name}` as Key<'legal'>, facts)
  return parts.map((part) => (
    <section key={part} aria-labelledby={`part-${part}`} className="mt-8 border-t border-line pt-6">
      <h2 id={`part-${part}`} className="text-16 font-semibold">
        {text(part, 'title')}
      </h2>
      <Paragraphs text={text(part, 'text')} />
      {controls[part]}
    </section>
  ))
}

/** Renders each line as a paragraph; consecutive lines that start with a dash become one list. */
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

/** Renders missing facts highlighted, in words and colour; facts being loaded get a placeholder. */
function Marked({ text }: { text: string }) {
  return pieces(text).map((piece, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    if (typeof piece === 'string') return <Fragment key={place}>{piece}</Fragment>
    if (piece.tag === 'waits')
      return (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          key={place}
          className="inline-block w-48 max-w-full animate-pulse rounded-inner bg-raised"
        >
          {piece.text}
        </span>
      )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <mark key={place} className="rounded-inner bg-warn-tint px-1 text-warn">
        {piece.text}
      </mark>
    )
  })
}
