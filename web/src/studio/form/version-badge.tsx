import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { useContent } from './studio-context.tsx'

/** Which version is being edited and its state, such as `version 15, brouillon`. */
export function VersionBadge() {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const { item, version } = useContent()
  const ahead = item.state === 'published' && item.published_version !== version
  return (
    <Badge tone={ahead || item.state === 'scheduled' ? 'info' : 'line'}>
      {t('versions.one', { version })},{' '}
      {item.state === 'scheduled' && item.publish_at
        ? t('state.scheduledFor', { time: format.parisDateTime(item.publish_at) })
        : t(ahead ? 'state.ahead' : `state.${item.state}`)}
    </Badge>
  )
}
