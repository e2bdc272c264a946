import { useTranslation } from '#lib/language/i18n.ts'

export function SkipLink() {
  const { t } = useTranslation('app')
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-inverse px-4 py-2 font-semibold text-on-inverse focus:translate-y-0"
    >
      {t('skip')}
    </a>
  )
}
