import { CircleAlert, Clock } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { useCut } from '#lib/live/connection.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import type { Waiting } from './outbox.ts'
import { PostBody } from './post-body.tsx'

type PendingProps = {
  name: string
  reply: Waiting
  sending: boolean
  onRetry: () => void
  onEdit: () => void
}

/** A reply that the server does not have yet: kept on this device, sent again by hand or when the connection returns. */
export function PendingReply({ name, reply, sending, onRetry, onEdit }: PendingProps) {
  const { t } = useTranslation('conversation')
  const cut = useCut()
  const state = cut ? 'offline' : sending ? 'sending' : 'failed'
  return (
    <article
      aria-label={t(`pending.${state}`)}
      className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-2 border-t border-line px-4 py-4 lg:px-5"
    >
      <Avatar name={name} />
      <div className="grid gap-1">
        <p className="flex min-h-8 flex-wrap items-center gap-x-2" role="status">
          <b className="font-semibold">{t('pending.you')}</b>
          <span
            className={`inline-flex items-center gap-1.5 text-13 ${state === 'failed' ? 'text-loss' : 'text-muted'}`}
          >
            {state === 'failed' ? (
              <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
            ) : (
              <Clock size={14} strokeWidth={1.75} aria-hidden />
            )}
            {t(`pending.${state}`)}
          </span>
        </p>
        <PostBody text={reply.body} className="text-muted" />
        {state !== 'sending' && (
          <>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button onClick={onRetry} disabled={state === 'offline'}>
                {t('pending.retry')}
              </Button>
              <Button variant="ghost" onClick={onEdit}>
                {t('pending.edit')}
              </Button>
            </div>
            <p className="mt-1 text-13 text-muted">
              {t(`pending.${state}Text`)}{' '}
              {state === 'failed' && <code className="font-mono">write_timeout</code>}
            </p>
          </>
        )}
      </div>
    </article>
  )
}
