import { LANGUAGES } from 'mails/languages'
import { useTranslation } from '#lib/language/i18n.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'

export type PlanTexts = { name: Record<string, string>; pitch: Record<string, string> }

export const hasEveryText = ({ name, pitch }: PlanTexts): boolean =>
  LANGUAGES.every((language) => name[language]?.trim() && pitch[language]?.trim())

/** A plan's name and pitch in every language; each of them is required. */
export function PlanWords({
  texts,
  onChange,
  tried,
}: {
  texts: PlanTexts
  onChange: (texts: PlanTexts) => void
  tried: boolean
}) {
  const { t } = useTranslation('office-money')
  const text = (key: keyof PlanTexts, language: string, label: string, most: number) => (
    <Field label={label} error={tried && !texts[key][language]?.trim() ? t('plans.textMissing') : undefined}>
      <Input
        lang={language}
        value={texts[key][language] ?? ''}
        maxLength={most}
        onChange={({ target }) => onChange({ ...texts, [key]: { ...texts[key], [language]: target.value } })}
      />
    </Field>
  )
  return (
    <div className="grid gap-4">
      {LANGUAGES.map((language) => (
        <fieldset key={language} className="grid gap-3 sm:grid-cols-[1fr_2fr]">
          <legend className="mb-1 text-13 font-medium text-muted">{t(`languages.${language}`)}</legend>
          {text('name', language, t('plans.name'), 60)}
          {text('pitch', language, t('plans.pitch'), 120)}
        </fieldset>
      ))}
    </div>
  )
}
