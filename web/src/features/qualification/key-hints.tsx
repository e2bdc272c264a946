import { useTranslation } from '#lib/language/i18n.ts'
import { Kbd } from '#ui/kbd.tsx'

const HINTS = [
  ['move', ['J', 'K']],
  ['select', ['X']],
  ['approved', ['A']],
  ['rejected', ['R']],
  ['needs_information', ['I']],
  ['take', ['C']],
  ['undo', ['Z']],
  ['search', ['/']],
] as const

/** The keys of the queue, which work from anywhere on its screen. */
export function KeyHints() {
  const { t } = useTranslation('qualification')
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-2 text-13 text-muted max-lg:hidden pointer-coarse:hidden">
      {HINTS.map(([name, keys]) => (
        <li key={name} className="flex items-center gap-1.5">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {t(`keys.${name}`)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <Kbd>{t('keys.enter')}</Kbd>
        {t('keys.open')}
      </li>
    </ul>
  )
}
