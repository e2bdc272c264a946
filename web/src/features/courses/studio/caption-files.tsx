import { LANGUAGE_NAMES, LANGUAGES, type Language } from 'mails/languages'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import type { ContentDocument } from '#studio/document/document.ts'
import { textOf, withText } from '#studio/document/document.ts'
import { classNames } from '#ui/class-names.ts'
import { readCaptions } from '../lesson/captions.ts'

/** A WebVTT file for each language; it becomes the text of the captions, which can then be corrected there. */
export function CaptionFiles() {
  const { t } = useTranslation('courses-studio')
  const form = useFormContext<ContentDocument>()
  const [refused, setRefused] = useState<Language | null>(null)
  const document = form.watch()
  const take = async (language: Language, file: File | undefined) => {
    if (!file) return
    const text = (await file.text()).replace(/\r\n?/g, '\n')
    const fits = /^\uFEFF?WEBVTT/.test(text) && readCaptions(text).length > 0
    setRefused(fits ? null : language)
    if (!fits) return
    const next = withText(form.getValues() as ContentDocument, language, 'captions', text)
    form.setValue(`texts.${language}` as never, next.texts[language] as never)
    form.setValue(`from.${language}` as never, next.from[language] as never)
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-13 font-medium text-muted">{t('texts.captions')}</legend>
      <div className="flex flex-wrap gap-2">
        {LANGUAGES.map((language) => (
          <label
            key={language}
            className={classNames(
              'relative inline-flex h-8 cursor-pointer items-center rounded-control border px-2.5 text-13 font-medium uppercase hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              textOf(document, language, 'captions')
                ? 'border-text'
                : 'border-dashed border-control text-muted',
            )}
          >
            <span aria-hidden>{language}</span>
            <input
              type="file"
              accept=".vtt,text/vtt"
              aria-label={t('video.captions', { language: LANGUAGE_NAMES[language] })}
              className="absolute inset-0 cursor-pointer opacity-0 outline-none file:cursor-pointer"
              onChange={({ target }) => {
                void take(language, target.files?.[0])
                target.value = ''
              }}
            />
          </label>
        ))}
      </div>
      {refused && (
        <p role="alert" className="text-12 text-loss">
          {t('video.noCaptions', { language: LANGUAGE_NAMES[refused] })}
        </p>
      )}
    </fieldset>
  )
}
