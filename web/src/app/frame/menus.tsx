import { Languages, SunMoon } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES } from 'mails/languages'
import { setPalette, setTheme, type Theme, usePalette, useTheme } from '#lib/browser/theme.ts'
import { setLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Menu } from '#ui/overlay/menu.tsx'

export const THEMES: readonly Theme[] = ['dark', 'light', 'system']
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type LanguageMenuProps = {
  /** Shows the icon alone. */
  compact?: boolean
  /** Shows the two letters alone. */
  short?: boolean
}

export function LanguageMenu({ compact = false, short = false }: LanguageMenuProps) {
  const { t, i18n } = useTranslation('app')
  const { language } = i18n
  const name = LANGUAGE_NAMES[language]
  return (
    <Menu
      label={t('menus.language')}
      trigger={
        <Button
          variant="ghost"
          className={classNames(!compact && !short && 'gap-3!')}
          aria-label={`${t('menus.language')}, ${short ? language.toUpperCase() : name}`}
          iconOnly={compact}
          icon={short ? undefined : <Languages {...icon} />}
        >
          {compact ? null : short ? language.toUpperCase() : name}
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
      trigger={<Button variant="ghost" iconOnly aria-label={t('menus.look')} icon={<SunMoon {...icon} />} />}
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
