import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ChatState, tellingQuery } from './telling.ts'

const SETTING = { premium: 'TELEGRAM_PREMIUM_CHAT', free: 'TELEGRAM_FREE_CHAT' } as const

/** The two Telegram chats: active, delayed with the reason, or off. */
export function TelegramCard() {
  const { t } = useTranslation('office')
  const telling = useQuery(tellingQuery)
  if (telling.isLoadingError) return <ErrorState onRetry={() => void telling.refetch()} />
  if (!telling.data) return <Skeleton className="h-44" />
  return (
    <Card className="overflow-hidden">
      <div className="border-b border-line p-4 md:px-6">
        <h2 className="font-semibold">{t('telling.telegram')}</h2>
        <p className="max-w-140 text-13 text-pretty text-muted">{t('telling.telegramPurpose')}</p>
      </div>
      <ul className="divide-y divide-line">
        {telling.data.telegram.map((state) => (
          <ChatRow key={state.chat} state={state} />
        ))}
      </ul>
    </Card>
  )
}

function ChatRow({ state }: { state: ChatState }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const { chat, configured, language, sent, waiting, last_sent_at, last_error, next_try_at } = state
  const stuck = configured && next_try_at !== null
  const words = [
    last_sent_at === null
      ? t('telling.none')
      : t('telling.sent', { count: sent, time: format.dateTime(last_sent_at) }),
    waiting > 0 ? t('telling.waiting', { count: waiting }) : null,
    next_try_at ? t('telling.retry', { time: format.dateTime(next_try_at) }) : null,
  ].filter((one) => one !== null)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {t(`telling.${chat}`)}
          {configured ? (
            <span className="font-normal text-muted"> {t(`telling.languages.${language}`)}</span>
          ) : null}
        </p>
        <p className="tabular text-13 text-pretty text-muted">
          {configured ? words.join(' · ') : t('telling.offNote', { setting: SETTING[chat] })}
        </p>
        {configured && last_error ? (
          <p lang="en" className="mt-1 text-13 text-pretty break-words text-loss">
            {last_error}
          </p>
        ) : null}
      </div>
      <Badge tone={stuck ? 'loss' : configured ? 'gain' : 'line'}>
        {t(stuck ? 'telling.stuck' : configured ? 'telling.on' : 'telling.off')}
      </Badge>
    </li>
  )
}
