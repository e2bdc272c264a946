import { LANGUAGE_NAMES, LANGUAGES, type Language } from 'mails/languages'
import { useWatch } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import { Segmented } from '#ui/form/segmented.tsx'
import { useNarrow } from '#ui/use-wide.ts'
import { type ContentDocument, languageStates } from '../document/document.ts'
import { LanguageSquare } from '../marks.tsx'
import { useContent } from './studio-context.tsx'

/** The state of each language of the document being edited. */
export function useLanguageStates() {
  const { studio } = useContent()
  const document = useWatch() as ContentDocument
  return languageStates(
    document,
    studio.texts.map(({ name }) => name),
    studio.texts.filter(({ required }) => required).map(({ name }) => name),
  )
}

type Props = { value: Language; onChange: (language: Language) => void; label: string; short?: boolean }

/** A choice among the four languages, each with its state. */
export function LanguageSwitch({ value, onChange, label, short }: Props) {
  const { t } = useTranslation('studio')
  const narrow = useNarrow()
  const states = useLanguageStates()
  return (
    <Segmented
      label={label}
      value={value}
      onChange={onChange}
      options={LANGUAGES.map((language) => ({
        value: language,
        label: (
          <>
            <LanguageSquare state={states[language]} />
            {short || narrow ? (
              <abbr title={LANGUAGE_NAMES[language]} className="uppercase no-underline">
                {language}
              </abbr>
            ) : (
              LANGUAGE_NAMES[language]
            )}
            <span className="sr-only">{t(`states.${states[language]}`)}</span>
          </>
        ),
      }))}
    />
  )
}
