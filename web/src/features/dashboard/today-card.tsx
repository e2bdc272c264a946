import { useTranslation } from '#lib/language/i18n.ts'
import { Block } from './block.tsx'

/** Today's events. None are stored yet, and one line says so. */
export function TodayCard() {
  const { t } = useTranslation('dashboard')
  return (
    <Block title={t('today.title')}>
      <p className="p-4 text-13 text-pretty text-muted">{t('today.none')}</p>
    </Block>
  )
}
