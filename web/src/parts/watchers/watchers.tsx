import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { listed } from '#lib/language/listed.ts'
import { useNow } from '#lib/live/use-now.ts'
import { usePresence } from '#lib/live/use-presence.ts'
import { useSession } from '#lib/session/session.tsx'

type Here = { user: string; since: number }
type Props = {
  /** The topic whose presence says who has the record open. */
  topic: string
  /** Those whose names may be shown. A page may claim any account, so everybody else is passed over. */
  colleagues: readonly { id: string; name: string }[]
}

/** Who else of the staff has this record open now, so that two do not act at once. */
export function Watchers({ topic, colleagues }: Props) {
  const { t } = useTranslation('watchers')
  const format = useFormat()
  const now = useNow()
  const { user } = useSession()
  const [since] = useState(Date.now)
  const here = usePresence<Here>(topic, user ? { user: user.id, since } : null)
  const others = here.filter((one) => one.user !== user?.id)
  const names = colleagues.filter(({ id }) => others.some((one) => one.user === id)).map(({ name }) => name)
  const first = Math.min(...others.map((one) => one.since))
  return (
    <div role="status">
      {names.length > 0 && (
        <p className="flex min-h-9 items-center gap-2 bg-info-tint px-4 py-1.5 text-13 text-info md:px-5">
          <Eye size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
          <span className="min-w-0">{t('watched', { count: names.length, names: listed(names) })}</span>
          <span className="ml-auto shrink-0 text-12 text-muted">
            {t('since', { time: format.duration(Math.max(0, now - first)) })}
          </span>
        </p>
      )}
    </div>
  )
}
