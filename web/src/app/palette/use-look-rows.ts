import { Contrast, Languages, Moon, Sun } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES } from 'mails/languages'
import { setPalette, setTheme, usePalette } from '#lib/browser/theme.ts'
import { setLanguage, useTranslation } from '#lib/language/i18n.ts'
import type { Row } from './palette-row.tsx'

/** Theme, colours and language as rows: the settings available everywhere. */
export function useLookRows(close: (then: () => void) => () => void): readonly Row[] {
  const { t, i18n } = useTranslation('shell')
  const { t: app } = useTranslation('app')
  const palette = usePalette()
  return [
    { key: 'dark', text: t('search.dark'), Icon: Moon, onSelect: close(() => setTheme('dark')) },
    { key: 'light', text: t('search.light'), Icon: Sun, onSelect: close(() => setTheme('light')) },
    {
      key: 'colourBlind',
      text: app('themes.colourBlind'),
      Icon: Contrast,
      onSelect: close(() => setPalette(palette === 'cb' ? 'default' : 'cb')),
    },
    ...LANGUAGES.filter((code) => code !== i18n.language).map((code) => ({
      key: code,
      text: LANGUAGE_NAMES[code],
      Icon: Languages,
      onSelect: close(() => void setLanguage(code)),
    })),
  ]
}
