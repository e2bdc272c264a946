import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWrite } from '#lib/data/query.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The secret of a member's calendar address: whoever knows it reads the calendar until it is changed or ended. */
export type SecretFeed = {
  key: QueryKey
  /** The secret; null while there is none. */
  read: () => Promise<string | null>
  renew: () => Promise<unknown>
  end: () => Promise<unknown>
}

type Props = {
  feed: SecretFeed
  /** What the calendar contains, in a sentence or two. */
  text: string
  /** What it can be narrowed to: its first list is chosen. */
  lists: readonly { value: string; label: string; address: (secret: string) => string }[]
  /** Choices of what the calendar has, once there is an address. */
  children?: ReactNode
  onClose: () => void
}

/** The reader's secret calendar address: made, copied, changed, ended. */
export function SubscribeDialog({ feed, text, lists, children, onClose }: Props) {
  const { t } = useTranslation('calendar-feed')
  const { data: secret, isLoadingError, refetch } = useQuery({ queryKey: feed.key, queryFn: feed.read })
  const renew = useWrite(() => feed.renew(), [feed.key])
  const end = useWrite(() => feed.end(), [feed.key])
  const [chosen, setChosen] = useState(lists[0]?.value ?? '')
  const busy = renew.isPending || end.isPending
  const address = secret ? (lists.find(({ value }) => value === chosen)?.address(secret) ?? '') : ''
  const told = (title: string) => ({
    onSuccess: () => void toast({ title }),
    onError: () => void toast({ title: t('failed'), variant: 'destructive' as const }),
  })
  return (
    <Dialog open onOpenChange={(next) => next || onClose()} title={t('title')} description={text}>
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : secret === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : secret === null ? (
        <Button
          variant="primary"
          busy={busy}
          className="justify-self-start"
          onClick={() => renew.mutate(undefined)}
        >
          {t('make')}
        </Button>
      ) : (
        <div className="grid gap-3">
          {lists.length > 1 && (
            <Segmented label={t('title')} value={chosen} onChange={setChosen} block options={lists} />
          )}
          <p className="rounded-control bg-well px-3 py-2 font-mono text-12 break-all select-all">
            {address}
          </p>
          <p className="text-13 text-pretty text-muted">
            {t('secret')} <HelpLink article="calendrier-abonnement" />
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyButton variant="primary" text={address} label={t('copy')} />
            <Button
              variant="ghost"
              disabled={busy}
              onClick={() => renew.mutate(undefined, told(t('renewed')))}
            >
              {t('renew')}
            </Button>
            <Button variant="danger" disabled={busy} onClick={() => end.mutate(undefined, told(t('ended')))}>
              {t('end')}
            </Button>
          </div>
          {children}
        </div>
      )}
    </Dialog>
  )
}
