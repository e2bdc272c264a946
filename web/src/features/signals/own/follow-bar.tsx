import { useQuery } from '@tanstack/react-query'
import { Bell, BookmarkPlus, Check, CircleSlash, Copy, EyeOff, Pencil, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Course, isOpen, type Signal } from '#lib/signals/signal.ts'
import { alertRulesQuery, NEAR_KINDS, useAlertRules } from '#lib/signals/signal-alerts.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { useAllowanceRefusal } from '#ui/product/allowance-refusal.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { levelsText } from '../composer/levels-text.ts'
import { ownTradesQuery, useOwnTrade } from './own-queries.ts'

const AlertForm = lazyPart(() => import('./alert-form.tsx'))
const TradeForm = lazyPart(() => import('./trade-form.tsx'))
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The alerts that following sets: each upcoming level within a quarter of R, and every event. */
const firstRules = ({ signal_states: { state } }: Signal) => [
  ...NEAR_KINDS.filter((kind) => kind !== 'entry' || state === 'pending').map((kind) => ({
    kind,
    distance: '0.25',
    unit: 'r' as const,
  })),
  { kind: 'events' as const, distance: null, unit: null },
]

type Props = { signal: Signal; instrument: MarketInstrument; course: Course; compact?: boolean }

/** A member's actions on a signal: follow it, record their trade, set alerts, copy it, share it. */
export function FollowBar({ signal, instrument, course, compact = false }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { staffRole } = useSession()
  const trades = useQuery(ownTradesQuery)
  const trade = trades.data?.find(({ signal_id }) => signal_id === signal.id)
  const { save, remove } = useOwnTrade(signal.id, trade !== undefined)
  const alerts = useAlertRules(signal.id)
  const rules = useQuery(alertRulesQuery).data?.filter(({ signal_id }) => signal_id === signal.id) ?? []
  const [writing, setWriting] = useState(false)
  const open = isOpen(signal)
  const usedUp = useAllowanceRefusal()
  const failed = (error: unknown) =>
    toast({ variant: 'destructive', title: usedUp(error) ?? t('own.failed') })
  // The alerts are set even if the panel is closed or shows another signal meanwhile.
  const follow = async () => {
    await save.mutateAsync({ status: 'followed' })
    toast({ title: t('own.followed'), description: t('own.followedText') })
    if (open) await alerts.set.mutateAsync(firstRules(signal))
  }
  const copy = async () => {
    const word = t(`direction.${course.levels.direction}`)
    await navigator.clipboard.writeText(levelsText(course.levels, signal.symbol, instrument.digits, word))
    toast({ title: t('copied') })
  }
  const share = async () => {
    const { shareSignal } = await import('../panel/share-signal.ts')
    await shareSignal(signal, instrument, t, format)
  }
  const size = compact ? 'lg' : 'md'
  return (
    <>
      {trade === undefined ? (
        <Button
          // One primary button a screen: for those who publish, it is in the title.
          variant={staffRole && !compact ? 'secondary' : 'primary'}
          size={size}
          className={compact ? 'flex-1' : ''}
          busy={save.isPending}
          disabled={trades.isPending}
          onClick={open ? () => void follow().catch(failed) : () => setWriting(true)}
          icon={<BookmarkPlus {...icon} />}
        >
          {t(open ? 'own.follow' : 'own.note')}
        </Button>
      ) : (
        <Menu
          label={t('own.status')}
          trigger={
            <Button
              size={size}
              className={compact ? 'flex-1' : ''}
              icon={<StatusIcon status={trade.status} />}
            >
              {t(`own.statuses.${trade.status}`)}
            </Button>
          }
          items={[
            {
              key: 'followed',
              label: t('own.statuses.followed'),
              icon: <StatusIcon status="followed" />,
              selected: trade.status === 'followed',
              onSelect: () => save.mutate({ status: 'followed' }, { onError: failed }),
            },
            {
              key: 'taken',
              label: t('own.statuses.taken'),
              icon: <StatusIcon status="taken" />,
              selected: trade.status === 'taken',
              onSelect: () => setWriting(true),
            },
            {
              key: 'ignored',
              label: t('own.statuses.ignored'),
              icon: <StatusIcon status="ignored" />,
              selected: trade.status === 'ignored',
              onSelect: () => save.mutate({ status: 'ignored' }, { onError: failed }),
            },
            'separator',
            {
              key: 'remove',
              label: t('own.remove'),
              icon: <EyeOff {...icon} />,
              onSelect: () => {
                remove.mutate(undefined, { onError: failed })
                alerts.remove.mutate(['entry', 'stop', 'target', 'events'], { onError: failed })
              },
            },
          ]}
        />
      )}
      {trade !== undefined && trade.status !== 'ignored' && (
        <Button
          size={size}
          iconOnly={compact}
          {...(compact ? { 'aria-label': t('own.write') } : {})}
          onClick={() => setWriting(true)}
          icon={<Pencil {...icon} />}
        >
          {compact ? null : t('own.write')}
        </Button>
      )}
      {trade !== undefined && open && (
        <Popover
          label={t('own.alerts.title')}
          align={compact ? 'center' : 'start'}
          trigger={
            <Button
              size={size}
              iconOnly
              aria-label={t('own.alerts.count', { count: rules.length })}
              icon={<Bell {...icon} className={rules.length > 0 ? 'fill-current' : ''} />}
            />
          }
        >
          <Suspense fallback={<Skeleton className="h-52" />}>
            <AlertForm
              signalId={signal.id}
              instrument={instrument}
              rules={rules}
              entered={course.trade.fill !== null}
            />
          </Suspense>
        </Popover>
      )}
      <Button
        size={size}
        iconOnly={compact}
        {...(compact ? { 'aria-label': t('copy') } : {})}
        onClick={() => void copy().catch(failed)}
        icon={<Copy {...icon} />}
      >
        {compact ? null : t('copy')}
      </Button>
      <Button
        size={size}
        iconOnly={compact}
        {...(compact ? { 'aria-label': t('share') } : {})}
        onClick={() => void share().catch(failed)}
        icon={<Share2 {...icon} />}
      >
        {compact ? null : t('share')}
      </Button>
      <Suspense fallback={null}>
        {writing && (
          <TradeForm
            signal={signal}
            instrument={instrument}
            course={course}
            trade={trade}
            onClose={() => setWriting(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function StatusIcon({ status }: { status: 'followed' | 'taken' | 'ignored' }) {
  if (status === 'taken') return <Check {...icon} />
  return status === 'followed' ? <BookmarkPlus {...icon} /> : <CircleSlash {...icon} />
}
