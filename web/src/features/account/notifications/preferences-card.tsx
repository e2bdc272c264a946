import { LANGUAGE_NAMES, LANGUAGES, type Language } from 'mails/languages'
import { useMemo } from 'react'
import { setPalette, setTheme, type Theme, usePalette, useTheme } from '#lib/browser/theme.ts'
import { setLanguage, useTranslation } from '#lib/language/i18n.ts'
import { timeZonesIn } from '#lib/language/time-zones.ts'
import { Combobox } from '#ui/form/combobox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Select } from '#ui/form/select.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { type Profile, useSaveProfile } from '../queries.ts'
import { SettingCard } from '../setting-row.tsx'

const THEMES = ['dark', 'light', 'system'] as const satisfies readonly Theme[]

/**
 * Language, time zone and theme. Language and zone belong to the account, because mails use them; the theme belongs to this
 * browser.
 */
export function PreferencesCard({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('account')
  const theme = useTheme()
  const palette = usePalette()
  const save = useSaveProfile(profile.id)
  const zones = useMemo(
    () =>
      timeZonesIn(i18n.language, [Intl.DateTimeFormat().resolvedOptions().timeZone, profile.time_zone]).map(
        ({ zone, name, city }) => ({ value: zone, label: name, keywords: [city] }),
      ),
    [i18n.language, profile.time_zone],
  )
  const choose = (language: Language) => {
    void setLanguage(language)
    save.mutate({ locale: language })
  }
  return (
    <SettingCard title={t('preferences.title')} help="langue-et-accessibilite">
      <div className="grid gap-4 px-4 py-5 md:px-6">
        <Field label={t('preferences.language')} hint={t('preferences.languageHint')}>
          <Select value={i18n.language} onChange={(event) => choose(event.target.value as Language)}>
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('preferences.timeZone')} error={save.isError ? t('preferences.refused') : undefined}>
          <Combobox
            value={profile.time_zone}
            choices={zones}
            onChange={(time_zone) => save.mutate({ time_zone })}
          />
        </Field>
        <div className="grid gap-1.5">
          <span className="text-13 font-medium text-muted">{t('preferences.look')}</span>
          <Segmented
            block
            label={t('preferences.look')}
            value={theme}
            onChange={setTheme}
            options={THEMES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
          />
        </div>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside it is its control. */}
        <label className="flex items-center justify-between gap-4">
          <span className="min-w-0">
            <span className="block font-medium">{t('preferences.colourBlind')}</span>
            <span className="block text-13 text-pretty text-muted">{t('preferences.colourBlindHint')}</span>
          </span>
          <Switch checked={palette === 'cb'} onCheckedChange={(on) => setPalette(on ? 'cb' : 'default')} />
        </label>
      </div>
    </SettingCard>
  )
}
