import { useQuery } from '@tanstack/react-query'
import { Check, CircleHelp, ClipboardCheck, Search, UserRoundCheck, X } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useKeys } from '#lib/browser/single-keys.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { EmptyState } from '#ui/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { useDuplicates } from './duplicates.ts'
import { KeyHints } from './key-hints.tsx'
import { LastDecision } from './last-decision.tsx'
import { isTaken, mayDecide } from './may-decide.ts'
import { nextAfter } from './next-after.ts'
import { useOwnDecision } from './own-decision.ts'
import {
  adminsQuery,
  brokersQuery,
  type Decision,
  MOST_SHOWN,
  type QueuedRequest,
  STATES,
  useAssign,
  useQueue,
  useQueueCounts,
} from './queries.ts'
import { personName, queueColumns } from './queue-columns.tsx'
import { QueueFinished } from './queue-finished.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { TodayList } from './today-list.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
type Asking = { rows: readonly QueuedRequest[]; decision: Decision }

/** The queue of premium requests: pending ones, open questions, and decisions on one or many. */
export default function QualificationQueue() {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const session = useSession()
  const now = useNow()
  const [search, setSearch] = useSearchParams()
  const state = oneOf(STATES, search.get('etat')) ?? 'pending'
  const mine = search.get('pour') === 'moi'
  const words = search.get('q') ?? ''
  const me = session.user?.id ?? null
  const queue = useQueue(state, () => toast({ title: t('arrived') }))
  const counts = useQueueCounts()
  const admins = useQuery(adminsQuery)
  const assign = useAssign()
  const [asking, setAsking] = useState<Asking | null>(null)
  const searchField = useRef<HTMLInputElement>(null)

  const adminName = useCallback(
    (id: string | null) => {
      const admin = admins.data?.find(({ user_id }) => user_id === id)
      return id === null ? t('nobody') : admin ? personName(admin) : format.dash
    },
    [admins.data, t, format],
  )
  const brokers = useQuery(brokersQuery)
  // A broker that was removed from the guide is shown by its slug.
  const brokerName = useCallback(
    (slug: string) => brokers.data?.find((one) => one.slug === slug)?.name ?? slug,
    [brokers.data],
  )
  const open = state === 'pending' || state === 'needs_information'
  // The age of a row changes once a minute, so the table does not render every second.
  const minute = Math.floor(now / 60_000) * 60_000
  const ids = useMemo(() => (open ? (queue.data ?? []).map(({ id }) => id) : []), [open, queue.data])
  const doubles = useDuplicates(ids).data
  const columns = useMemo(
    () => queueColumns({ t, format, now: minute, open, adminName, brokerName, doubles }),
    [t, format, minute, open, adminName, brokerName, doubles],
  )
  const rows = useMemo(
    () => (queue.data ?? []).filter((row) => (!mine || row.assignee === me) && matches(row, words)),
    [queue.data, mine, me, words],
  )
  const change = (changes: Record<string, string | null>) =>
    setSearch((current) => withParameters(current, changes), { replace: true })
  const show = (id: string | null) => setSearch((current) => withParameters(current, { demande: id }))
  const take = (chosen: readonly QueuedRequest[]) =>
    assign.mutate(
      { ids: chosen.map(({ id }) => id), assignee: me },
      {
        onSuccess: (count) => toast({ title: t('done.assigned', { count: Number(count) }) }),
        onError: () => toast({ title: t('refused.other'), variant: 'destructive' }),
      },
    )

  const deciding = (decision: Decision) => (row: QueuedRequest) => {
    if (!mayDecide(row, decision) || isTaken(row, me)) return false
    setAsking({ rows: [row], decision })
    return true
  }
  const rowKeys = {
    a: deciding('approved'),
    r: deciding('rejected'),
    i: deciding('needs_information'),
    c: (row: QueuedRequest) => {
      take([row])
      return true
    },
  }
  const last = useOwnDecision(me)
  const showAgain = ([id]: readonly string[]) => show(id ?? null)
  useKeys({ '/': () => searchField.current?.focus() })

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {STATES.map((one) => (
          <Chip
            key={one}
            selected={one === state}
            count={counts && format.number(counts[one])}
            onClick={() => change({ etat: one === 'pending' ? null : one })}
          >
            {t(`states.${one}`)}
          </Chip>
        ))}
        <span className="mx-1 h-5 w-px bg-line-strong max-sm:hidden" aria-hidden />
        <Chip selected={mine} onClick={() => change({ pour: mine ? null : 'moi' })}>
          {t('mine')}
        </Chip>
        <div className="ml-auto w-full sm:w-64">
          <Input
            ref={searchField}
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={words}
            onChange={({ target }) => change({ q: target.value || null })}
            leading={<Search {...icon} />}
          />
        </div>
      </div>
      {search.get('demande') === null && <LastDecision last={last} onUndone={showAgain} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        status={queue.isError ? 'error' : queue.data ? 'ready' : 'loading'}
        onRetry={() => void queue.refetch()}
        onOpen={({ id }) => show(id)}
        rowKeys={rowKeys}
        selectable={open}
        selectionActions={(chosen) => (
          <>
            <Button
              size="sm"
              onClick={() => setAsking({ rows: chosen, decision: 'approved' })}
              icon={<Check {...icon} />}
            >
              {t('decide.approved')}
            </Button>
            <Button
              size="sm"
              variant="danger"
              onClick={() => setAsking({ rows: chosen, decision: 'rejected' })}
              icon={<X {...icon} />}
            >
              {t('decide.rejected')}
            </Button>
            {state === 'pending' ? (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => setAsking({ rows: chosen, decision: 'needs_information' })}
                icon={<CircleHelp {...icon} />}
              >
                {t('decide.needs_information')}
              </Button>
            ) : null}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => take(chosen)}
              icon={<UserRoundCheck {...icon} />}
            >
              {t('take')}
            </Button>
          </>
        )}
        exportName={t('file')}
        empty={
          state === 'pending' && !words && !mine ? (
            <QueueFinished
              adminName={adminName}
              awaited={counts?.needs_information ?? 0}
              onAwaited={() => change({ etat: 'needs_information' })}
            />
          ) : (
            <EmptyState
              icon={<ClipboardCheck size={20} strokeWidth={1.75} aria-hidden />}
              title={words || mine ? t('noneFound') : t(`none.${state}`)}
            >
              {words || mine ? t('noneFoundNote') : t('noneNote')}
            </EmptyState>
          )
        }
        className="max-h-[calc(100dvh-280px)]"
      />
      {(queue.data?.length ?? 0) >= MOST_SHOWN ? (
        <p className="text-13 text-muted">{t('more', { count: MOST_SHOWN })}</p>
      ) : null}
      {open ? <KeyHints /> : null}
      {state === 'pending' && <TodayList onShow={show} />}
      <RequestSheet
        id={search.get('demande')}
        rows={rows}
        adminName={adminName}
        brokerName={brokerName}
        onShow={show}
        last={last}
        onUndone={showAgain}
        onDecide={(row, decision) => setAsking({ rows: [row], decision })}
      />
      {asking ? (
        <DecisionDialog
          ids={asking.rows.map(({ id }) => id)}
          decision={asking.decision}
          name={asking.rows.length === 1 && asking.rows[0] ? personName(asking.rows[0].member) : null}
          onClose={() => setAsking(null)}
          onDecided={() => {
            setAsking(null)
            const decided = search.get('demande')
            if (decided !== null) show(nextAfter(rows, decided))
          }}
        />
      ) : null}
    </div>
  )
}

function matches({ member, account_number, broker }: QueuedRequest, words: string): boolean {
  const text = [member.first_name, member.last_name, member.username, member.email, member.phone]
  const whole = plain([...text, account_number, broker].join(' '))
  return plain(words)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

/** Removes accents and lowercases. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
