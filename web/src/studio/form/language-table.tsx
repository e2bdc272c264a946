import { Check } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from 'mails/languages'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type ContentDocument, textOf, textState } from '../document/document.ts'
import { useContent, useNames } from './studio-context.tsx'
import { TextCell } from './text-cell.tsx'

type Props = {
  opened: { name: string; language: Language } | null
  onOpen: (name: string, language: Language) => void
}

/** Every text in four languages side by side: French is the source, the others are translations. */
export function LanguageTable({ opened, onOpen }: Props) {
  const { t } = useTranslation('studio')
  const { studio } = useContent()
  const { textName } = useNames()
  const document = useWatch() as ContentDocument
  const [lacking, setLacking] = useState<ReadonlySet<string> | null>(null)
  const wanted = studio.texts.filter(
    ({ name, required }) => required || textOf(document, 'fr', name).trim() !== '',
  )
  const stateOf = (language: Language, name: string) => textState(document, language, name)
  const count = (language: Language, state: 'stale' | 'missing') =>
    wanted.filter(({ name }) => stateOf(language, name) === state).length
  const lacks = wanted.filter(({ name }) =>
    LANGUAGES.some((language) => stateOf(language, name) !== 'current'),
  )
  // A text translated in the meantime keeps its row until the filter is applied again.
  const shown = lacking ? studio.texts.filter(({ name }) => lacking.has(name)) : studio.texts
  return (
    <section aria-label={t('languages.title')} className="min-w-0 border-t border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 md:px-5">
        <h2 className="font-semibold">{t('languages.title')}</h2>
        <p className="text-13 text-muted">{t('languages.note')}</p>
        <Button
          size="sm"
          variant={lacking ? 'inverse' : 'ghost'}
          aria-pressed={lacking !== null}
          className="ml-auto"
          onClick={() => setLacking(lacking ? null : new Set(lacks.map(({ name }) => name)))}
        >
          {t('languages.lacking', { count: lacks.length })}
        </Button>
      </header>
      <div className="grid grid-cols-[116px_repeat(4,minmax(0,1fr))] border-t border-line [&>*]:border-l [&>*]:border-line [&>*:nth-child(5n+1)]:border-l-0">
        <span className="bg-well" />
        {LANGUAGES.map((language) => (
          <div
            key={language}
            className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 bg-well px-3 py-1.5"
          >
            <span aria-hidden className="text-12 font-semibold text-faint uppercase">
              {language}
            </span>
            <span className="font-medium">{LANGUAGE_NAMES[language]}</span>
            <span className="ml-auto flex gap-1">
              {count(language, 'stale') > 0 && (
                <Badge tone="warn">{t('languages.stale', { count: count(language, 'stale') })}</Badge>
              )}
              {count(language, 'missing') > 0 ? (
                <Badge tone="line">{t('languages.missing', { count: count(language, 'missing') })}</Badge>
              ) : language === 'fr' ? (
                <span className="text-13 text-muted">{t('languages.source')}</span>
              ) : count(language, 'stale') === 0 ? (
                <Check size={16} strokeWidth={1.75} className="text-gain" aria-label={t('states.current')} />
              ) : null}
            </span>
          </div>
        ))}
        {shown.flatMap((text) => [
          <span
            key={text.name}
            className="border-t border-line px-4 py-4 text-13 font-medium text-muted md:pl-5"
          >
            {textName(text.name)}
          </span>,
          ...LANGUAGES.map((language) => (
            <div key={`${text.name} ${language}`} className="grid border-t border-line">
              <TextCell
                text={text}
                language={language}
                onOpen={onOpen}
                opened={opened?.name === text.name && opened.language === language}
              />
            </div>
          )),
        ])}
      </div>
      {lacking?.size === 0 && (
        <p className="border-t border-line px-5 py-4 text-muted">{t('languages.nothing')}</p>
      )}
    </section>
  )
}
