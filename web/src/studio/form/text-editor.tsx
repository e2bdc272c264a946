import { LANGUAGE_NAMES, type Language } from 'mails/languages'
import { useMemo } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { MarkdownEditor } from '#ui/markdown/markdown-editor.tsx'
import { usePictures } from '../media/use-pictures.tsx'
import { useContent, useNames } from './studio-context.tsx'
import { TextCell, useText } from './text-cell.tsx'

type Props = { name: string; language: Language; bare?: boolean }

/** A Markdown editor for a long text and its images. */
export function TextEditor({ name, language, bare = false }: Props) {
  const { t } = useTranslation('studio')
  const { studio } = useContent()
  const { textName } = useNames()
  const { value, write, state, confirm } = useText(name, language)
  const { pictures, dialog } = usePictures(language)
  const most = studio.texts.find((text) => text.name === name)?.most ?? 100_000
  const { t: words } = useTranslation(studio.words)
  const marks = useMemo(() => studio.marks?.(value, language), [studio, value, language])
  return (
    <div
      lang={language}
      data-place={`texts.${language}.${name}`}
      className={bare ? 'h-full min-h-0' : 'grid gap-1'}
    >
      <MarkdownEditor
        key={`${name} ${language}`}
        value={value}
        onChange={write}
        label={`${textName(name)}, ${LANGUAGE_NAMES[language]}`}
        rows={14}
        maxLength={most}
        pictures={pictures}
        bare={bare}
        {...(marks ? { marks: { of: marks, legend: words('marks') } } : {})}
      />
      {!bare && state === 'stale' && (
        <button type="button" onClick={confirm} className="justify-self-start text-12 text-warn underline">
          {t('text.stale')} {t('text.stillRight')}
        </button>
      )}
      {dialog}
    </div>
  )
}

/** All texts of one language, each under its label; a translation shows the French above it. */
export function TextsOfLanguage({ language }: { language: Language }) {
  const { studio } = useContent()
  const { textName } = useNames()
  return studio.texts.map((text) => (
    <section
      key={text.name}
      aria-label={textName(text.name)}
      className="border-b border-line px-4 py-3 md:px-5"
    >
      <h3 className="mb-1.5 text-13 font-medium text-muted">{textName(text.name)}</h3>
      {language !== 'fr' && <French name={text.name} />}
      {text.as === 'markdown' ? (
        <TextEditor name={text.name} language={language} />
      ) : (
        <div className="overflow-hidden rounded-control border border-control">
          <TextCell text={text} language={language} />
        </div>
      )}
    </section>
  ))
}

function French({ name }: { name: string }) {
  const { french } = useText(name, 'fr')
  if (french.trim() === '') return null
  return (
    <p
      lang="fr"
      className="mb-2 line-clamp-6 border-l-2 border-line-strong pl-3 text-13 text-pretty whitespace-pre-line text-muted"
    >
      {french}
    </p>
  )
}
