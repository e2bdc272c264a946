import { ArrowRightFromLine, Check, TriangleAlert } from 'lucide-react'
import { LANGUAGE_NAMES, type Language } from 'mails/languages'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Studio } from '../define-studio.ts'
import { type ContentDocument, hashOf, textState } from '../document/document.ts'
import { useNames } from './studio-context.tsx'

type Text = Studio['texts'][number]

/** One text in one language and its state; writing a translation records the French it is based on. */
export function useText(name: string, language: Language) {
  const { setValue, getValues } = useFormContext<ContentDocument>()
  const value =
    (useWatch({ name: `texts.${language}.${name}` as 'texts' }) as unknown as string | undefined) ?? ''
  const french = (useWatch({ name: `texts.fr.${name}` as 'texts' }) as unknown as string | undefined) ?? ''
  const from = useWatch({ name: `from.${language}.${name}` as 'from' }) as unknown as string | undefined
  const state = textState(
    {
      fields: {},
      texts: { fr: { [name]: french }, [language]: { [name]: value } },
      from: from ? { [language]: { [name]: from } } : {},
    },
    language,
    name,
  )
  const confirm = () => {
    if (language !== 'fr')
      put(
        setValue,
        `from.${language}.${name}`,
        hashOf((getValues(`texts.fr.${name}` as 'texts') as unknown as string) ?? ''),
      )
  }
  const write = (text: string) => {
    put(setValue, `texts.${language}.${name}`, text)
    confirm()
  }
  return { value, french, state, write, confirm }
}

const put = (setValue: unknown, path: string, value: string) =>
  (setValue as (path: string, value: string, how: object) => void)(path, value, {
    shouldDirty: true,
    shouldTouch: true,
  })

type Props = {
  text: Text
  language: Language
  /** Opens a long text in the editor. */
  onOpen?: (name: string, language: Language) => void
  opened?: boolean
}

/** One text in one language, edited in place; a long text shows its beginning and opens in the editor. */
export function TextCell({ text, language, onOpen, opened = false }: Props) {
  const { t } = useTranslation('studio')
  const { textName } = useNames()
  const { value, french, state, write, confirm } = useText(text.name, language)
  const label = `${textName(text.name)}, ${LANGUAGE_NAMES[language]}`
  const wanted = text.required || french.trim() !== ''
  const missing = state === 'missing' && wanted
  const long = text.as === 'markdown' && onOpen !== undefined
  return (
    <div
      data-place={`texts.${language}.${text.name}`}
      lang={language}
      className={classNames(
        'relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 p-2',
        state === 'stale' && 'bg-warn-tint',
        missing && 'hatched-room',
        opened && 'shadow-[inset_0_-2px_0_var(--text)]',
      )}
    >
      {long ? (
        <button
          type="button"
          aria-pressed={opened}
          onClick={() => onOpen(text.name, language)}
          className="block w-full rounded-inner p-2 text-left transition-colors hover:bg-raised"
        >
          <span className="sr-only">{t('text.open', { name: label })} </span>
          {value.trim() ? (
            <span className="line-clamp-4 text-pretty whitespace-pre-line wrap-anywhere">{value}</span>
          ) : (
            <span className="text-muted">{t(language === 'fr' ? 'text.writeFrench' : 'text.missing')}</span>
          )}
        </button>
      ) : (
        <textarea
          aria-label={label}
          value={value}
          rows={text.as === 'line' ? 1 : 2}
          maxLength={text.most}
          placeholder={wanted ? t(language === 'fr' ? 'text.writeFrench' : 'text.missing') : t('optional')}
          onChange={({ target }) =>
            write(text.as === 'line' ? target.value.replace(/\n/g, ' ') : target.value)
          }
          className="block field-sizing-content w-full resize-none rounded-inner bg-transparent p-2 text-16 text-pretty outline-none placeholder:text-muted hover:bg-raised/60 focus:bg-bg focus:ring-1 focus:ring-focus md:text-14"
        />
      )}
      {state === 'stale' && (
        <div className="grid justify-items-start gap-1.5 px-2 pb-1 text-12 text-warn">
          <span className="flex items-start gap-1.5">
            <TriangleAlert size={14} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden />
            {t('text.stale')}
          </span>
          <Button
            size="sm"
            variant="outline"
            icon={<Check size={14} strokeWidth={1.75} aria-hidden />}
            onClick={confirm}
          >
            {t('text.stillRight')}
          </Button>
        </div>
      )}
      {missing && language !== 'fr' && french.trim() !== '' && (
        <Button
          size="sm"
          variant="outline"
          className="mx-2 mb-1 justify-self-start bg-surface"
          icon={<ArrowRightFromLine size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => {
            write(french)
            onOpen?.(text.name, language)
          }}
        >
          {t('text.copyFrench')}
        </Button>
      )}
      {text.as === 'items' && <p className="px-2 text-12 text-faint">{t('text.items')}</p>}
    </div>
  )
}
