import { Check } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'

const OPENS = ['signals', 'closed', 'chart', 'record', 'sizing'] as const

/** What a free account currently includes. */
export function FreeAccountList() {
  const { t } = useTranslation('auth')
  return (
    <div className="relative pt-6 lg:w-[480px] lg:max-w-full lg:px-14 lg:pt-16 lg:pb-[440px]">
      <h2 className="mb-4 text-20 font-semibold tracking-[-0.015em]">{t('opens.title')}</h2>
      <ul>
        {OPENS.map((key) => (
          <li key={key} className="grid grid-cols-[20px_1fr] gap-3 py-2 text-pretty">
            <Check size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
            {t(`opens.${key}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
