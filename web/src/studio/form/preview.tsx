import { ChevronDown, Eye, Lock } from 'lucide-react'
import type { Language } from 'mails/languages'
import { Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { textsIn } from '#lib/content/published-content.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { FrenchNotice } from '#ui/product/french-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type PreviewProps, READERS, type Reader } from '../define-studio.ts'
import { type ContentDocument, datedFacts, daysLeft } from '../document/document.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { useContent, useNames } from './studio-context.tsx'

type Props = { language: Language; onLanguage: (language: Language) => void }

/** Shows the draft as readers will see it, in a chosen language and for a chosen kind of reader. */
export function Preview({ language, onLanguage }: Props) {
  const { t } = useTranslation('studio')
  const { studio, item } = useContent()
  const [reader, setReader] = useState<Reader>('visitor')
  const document = useWatch() as ContentDocument
  const { texts, inFrench } = textsIn(document.texts, language)
  const locked = READERS.indexOf(reader) < READERS.indexOf(item.tier)
  const Drawn = studio.Preview ?? PlainPreview
  return (
    <section aria-label={t('preview.title')} className="flex min-h-0 min-w-0 flex-col">
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5 md:px-5">
        <h2 className="mr-auto font-semibold">{t('preview.title')}</h2>
        <LanguageSwitch short label={t('preview.language')} value={language} onChange={onLanguage} />
        <Menu
          align="end"
          label={t('preview.as')}
          trigger={
            <Button size="sm" variant="outline" icon={<Eye size={14} strokeWidth={1.75} aria-hidden />}>
              <span className="sr-only">{t('preview.as')}</span>
              {t(`readers.${reader}`)}
              <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
            </Button>
          }
          items={READERS.map((value) => ({
            key: value,
            label: t(`readers.${value}`),
            selected: value === reader,
            onSelect: () => setReader(value),
          }))}
        />
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto bg-bg p-4 -outline-offset-2 md:p-5"
      >
        <article lang={language} className="overflow-hidden rounded-card border border-line bg-surface">
          {inFrench && !locked && (
            <div className="p-4 pb-0 md:px-6">
              <FrenchNotice />
            </div>
          )}
          {locked ? (
            <div className="grid gap-4 p-4 md:p-6">
              <h3 className="text-20 font-semibold">{texts.title || String(document.fields.name ?? '')}</h3>
              {texts.summary && <p className="text-pretty text-muted">{texts.summary}</p>}
              <EmptyState
                icon={<Lock size={20} strokeWidth={1.75} aria-hidden />}
                title={t(`preview.locked.${item.tier}`)}
              >
                {t('preview.lockedNote')}
              </EmptyState>
            </div>
          ) : (
            <Suspense fallback={<Skeleton className="m-6 h-64" />}>
              <Drawn
                slug={item.slug}
                fields={document.fields}
                texts={texts}
                language={language}
                today={parisDay(new Date())}
                author={item.author_name}
              />
            </Suspense>
          )}
        </article>
      </div>
    </section>
  )
}

/** The default preview: title, summary, text and dated facts, marked once they have expired. */
function PlainPreview({ fields, texts, today }: PreviewProps) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const { fieldName } = useNames()
  const facts = datedFacts(fields)
  return (
    <div className="grid gap-4 p-4 md:p-6">
      <h3 className="text-20 font-semibold text-balance">
        {texts.title || String(fields.name ?? '') || t('untitled')}
      </h3>
      {texts.summary && <p className="text-16 text-pretty text-muted">{texts.summary}</p>}
      {texts.body && <MarkdownView text={texts.body} under={3} />}
      {facts.length > 0 && (
        <Facts
          rows={facts.map(({ path, fact }) => ({
            name: fieldName(path),
            value: (
              <>
                {String(fact.value)}{' '}
                <span
                  className={(daysLeft(fact, today) ?? 1) <= 0 ? 'text-13 text-warn' : 'text-13 text-muted'}
                >
                  {t((daysLeft(fact, today) ?? 1) <= 0 ? 'fact.publicExpired' : 'fact.publicRead', {
                    day: format.day(fact.read_on),
                  })}
                </span>
              </>
            ),
          }))}
        />
      )}
    </div>
  )
}
