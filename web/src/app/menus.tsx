import { Languages, MoonStar } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES, setLanguage, useTranslation } from '#lib/i18n.ts'
import { setPalette, setTheme, type Theme, usePalette, useTheme } from '#lib/theme.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'

const THEMES: readonly Theme[] = ['dark', 'light', 'system']
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function LanguageMenu({ compact = false, short = false }: { compact?: boolean; short?: boolean }) {
  const { t, i18n } = useTranslation('app')
  const { language } = i18n
  return (
    <Menu
      label={t('menus.language')}
      trigger={
        <Button
          variant="ghost"
          aria-label={`${t('menus.language')} : ${LANGUAGE_NAMES[language]}`}
          iconOnly={compact}
          icon={short ? undefined : <Languages {...icon} />}
        >
          {compact ? null : short ? language.toUpperCase() : LANGUAGE_NAMES[language]}
        </Button>
      }
      items={LANGUAGES.map((code) => ({
        key: code,
        label: <span lang={code}>{LANGUAGE_NAMES[code]}</span>,
        selected: code === language,
        onSelect: () => void setLanguage(code),
      }))}
    />
  )
}

export function LookMenu() {
  const { t } = useTranslation('app')
  const theme = useTheme()
  const palette = usePalette()
  return (
    <Menu
      align="end"
      label={t('menus.look')}
      trigger={<Button variant="ghost" iconOnly aria-label={t('menus.look')} icon={<MoonStar {...icon} />} />}
      items={[
        ...THEMES.map((value) => ({
          key: value,
          label: t(`themes.${value}`),
          selected: value === theme,
          onSelect: () => setTheme(value),
        })),
        'separator' as const,
        {
          key: 'cb',
          label: t('themes.colourBlind'),
          selected: palette === 'cb',
          onSelect: () => setPalette(palette === 'cb' ? 'default' : 'cb'),
        },
      ]}
    />
  )
}
