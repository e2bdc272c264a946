import { useQueries } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { memberQuery } from '#lib/community/members.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'

/** Who else of the staff looks at this case now, so that two do not decide at once. */
export function Watchers({ members }: { members: readonly string[] }) {
  const { t } = useTranslation('moderation')
  const names = useQueries({ queries: members.map(memberQuery) }).flatMap(({ data }) =>
    data ? [data.name ?? data.handle ?? ''] : [],
  )
  return (
    <p role="status" className="flex items-center gap-1.5 text-13 text-warn">
      {names.length > 0 && (
        <>
          <Eye size={16} strokeWidth={1.75} aria-hidden />
          {t('case.watched', { count: names.length, names: listed(names) })}
        </>
      )}
    </p>
  )
}
