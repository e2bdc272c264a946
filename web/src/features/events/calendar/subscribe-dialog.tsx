import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const FEED = ['calendar-feed'] as const
const feedQuery = queryOptions({
  queryKey: FEED,
  queryFn: async () =>
    (
      unwrap((await supabase.from('calendar_feeds').select('secret').maybeSingle()) as never) as {
        secret: string
      } | null
    )?.secret ?? null,
})

/** The reader's secret calendar address: made, copied, changed, ended. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('events')
  const { user } = useSession()
  const feed = useQuery(feedQuery)
  const renew = useWrite(async () => unwrap(await supabase.rpc('renew_calendar')), [FEED])
  const end = useWrite(
    async () =>
      unwrap(
        await supabase
          .from('calendar_feeds')
          .delete()
          .eq('user_id', user?.id ?? ''),
      ),
    [FEED],
  )
  const [list, setList] = useState<'mine' | 'everything'>('mine')
  const busy = renew.isPending || end.isPending
  const secret = feed.data
  const address = `${location.origin}/functions/v1/calendar?jeton=${secret}${list === 'everything' ? '&liste=tous' : ''}`
  const told = (title: string) => ({
    onSuccess: () => void toast({ title }),
    onError: () => void toast({ title: t('calendar.failed'), variant: 'destructive' as const }),
  })
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={t('calendar.title')}
      description={t('calendar.text')}
    >
      {feed.isError ? (
        <ErrorState onRetry={() => void feed.refetch()} />
      ) : secret === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : secret === null ? (
        <Button
          variant="primary"
          busy={busy}
          className="justify-self-start"
          onClick={() => renew.mutate(undefined)}
        >
          {t('calendar.make')}
        </Button>
      ) : (
        <div className="grid gap-3">
          <Segmented
            label={t('calendar.title')}
            value={list}
            onChange={setList}
            block
            options={[
              { value: 'mine', label: t('calendar.mine') },
              { value: 'everything', label: t('calendar.everything') },
            ]}
          />
          <p className="rounded-control bg-well px-3 py-2 font-mono text-12 break-all select-all">
            {address}
          </p>
          <p className="text-13 text-pretty text-muted">{t('calendar.secret')}</p>
          <div className="flex flex-wrap gap-2">
            <CopyButton variant="primary" text={address} label={t('calendar.copy')} />
            <Button
              variant="ghost"
              disabled={busy}
              onClick={() => renew.mutate(undefined, told(t('calendar.renewed')))}
            >
              {t('calendar.renew')}
            </Button>
            <Button
              variant="danger"
              disabled={busy}
              onClick={() => end.mutate(undefined, told(t('calendar.ended')))}
            >
              {t('calendar.end')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
