import { useQuery } from '@tanstack/react-query'
import { Lock, type LucideIcon } from 'lucide-react'
import { EVENT_ICONS } from '#charts/event-icons.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Timeline, type TimelineItem } from '#ui/figure/timeline.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Block } from './block.tsx'
import { type Change, changesQuery } from './queries.ts'

const ICONS: Readonly<Record<Change['kind'], LucideIcon>> = { ...EVENT_ICONS, sealed: Lock }

type Props = {
  /** When the previous visit ended; null on the first one. */
  since: string | null | undefined
  pending: boolean
  failed: boolean
}

/** The events of signals while the member was away. */
export function Changes({ since, pending, failed }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const note = since ? format.moment(since, Date.now()) : undefined
  return (
    <Block title={t('changes.title')} note={note}>
      {pending ? (
        <Waiting />
      ) : since ? (
        <List since={since} />
      ) : (
        <p className="p-5 text-muted">{failed ? t('changes.unknown') : t('changes.first')}</p>
      )}
    </Block>
  )
}

function List({ since }: { since: string }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const changes = useQuery(changesQuery(since))
  const instruments = useQuery(instrumentsQuery)
  if (changes.isPending) return <Waiting />
  if (changes.isError) return <ErrorState className="border-0" onRetry={() => void changes.refetch()} />
  if (changes.data.length === 0) return <p className="p-5 text-muted">{t('changes.none')}</p>
  const now = Date.now()
  const items = changes.data.map(({ key, kind, at, signalId, symbol, r, target }): TimelineItem => {
    const known = kind === 'note' ? 'closed' : kind
    const Icon = ICONS[known]
    const name = instruments.data?.find((one) => one.symbol === symbol)?.name ?? symbol
    return {
      key,
      icon: <Icon size={14} strokeWidth={1.75} aria-hidden />,
      title: (
        <Link to={`/signaux?signal=${signalId}`} className="underline-offset-3 hover:underline">
          {name}
        </Link>
      ),
      time: format.moment(at, now),
      children: (
        <>
          {t(`changes.kinds.${known}`, { target: target ?? '' })}
          {r !== null && <span className="tabular"> · {format.r(r)}</span>}
        </>
      ),
    }
  })
  return (
    <div className="px-4 pt-4">
      <Timeline items={items} />
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-4 p-5" aria-busy>
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  )
}
