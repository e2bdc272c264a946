import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ChannelState, tellingQuery } from './telling.ts'

/** The push notifications and emails that wait to be sent, and since when. */
export function TellingCard() {
  const { t } = useTranslation('office')
  const telling = useQuery(tellingQuery)
  if (telling.isLoadingError) return <ErrorState onRetry={() => void telling.refetch()} />
  if (!telling.data) return <Skeleton className="h-52" />
  const { facts, devices, channels } = telling.data
  return (
    <Card className="overflow-hidden">
      <div className="border-b border-line p-4 md:px-6">
        <h2 className="font-semibold">{t('telling.title')}</h2>
        <p className="text-13 text-pretty text-muted">{t('telling.purpose')}</p>
      </div>
      <ul className="divide-y divide-line">
        {channels.map((state) => (
          <ChannelRow key={state.channel} state={state} devices={devices} />
        ))}
      </ul>
      {facts > 0 ? (
        <p className="border-t border-line px-4 py-3 text-13 text-muted md:px-6">
          {t('telling.facts', { count: facts })}
        </p>
      ) : null}
    </Card>
  )
}

function ChannelRow({ state, devices }: { state: ChannelState; devices: number }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const { channel, due, failing } = state
  const words = [
    channel === 'push' ? t('telling.devices', { count: devices }) : null,
    ...(['due', 'later', 'failing'] as const).map((name) =>
      state[name] > 0 ? `${format.number(state[name])} ${t(`telling.${name}`)}` : null,
    ),
    state.oldest ? t('telling.oldest', { time: format.dateTime(state.oldest) }) : null,
  ].filter((one) => one !== null)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-6">
      <div className="min-w-0">
        <p className="font-medium">{t(`telling.${channel}`)}</p>
        <p className="tabular text-13 text-pretty text-muted">{words.join(' · ') || t('telling.still')}</p>
      </div>
      <Badge tone={failing > 0 ? 'warn' : due > 0 ? 'info' : 'line'}>
        {t(due + failing > 0 ? 'telling.queued' : 'telling.clear')}
      </Badge>
    </li>
  )
}
