import { useQuery } from '@tanstack/react-query'
import { explorerLink, NETWORK_NAMES } from 'payments/wallet-network'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { OwnReferral } from '#lib/money/own-referral.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Panel } from './panel.tsx'
import { type Commission, type Payout, payoutsQuery, statementQuery } from './queries.ts'

/** Every commission with its reason, its due date and what could void it; and the payouts. */
export function StatementCard({ own, userId }: { own: OwnReferral; userId: string }) {
  const { t } = useTranslation('referral')
  const [shown, setShown] = useState<'commissions' | 'payouts'>('commissions')
  return (
    <Panel
      title={t('statement.title')}
      action={
        <Segmented
          label={t('statement.title')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'commissions', label: t('statement.commissions') },
            { value: 'payouts', label: t('statement.payouts') },
          ]}
        />
      }
    >
      {shown === 'commissions' ? <Commissions own={own} userId={userId} /> : <Payouts userId={userId} />}
    </Panel>
  )
}

function Commissions({ own, userId }: { own: OwnReferral; userId: string }) {
  const { t } = useTranslation('referral')
  const lines = useQuery(statementQuery(userId))
  const now = useNow()
  if (lines.isLoadingError) return <ErrorState onRetry={() => void lines.refetch()} />
  if (!lines.data) return <Skeleton className="h-40 w-full" />
  if (lines.data.length === 0) return <Nothing>{t('statement.none')}</Nothing>
  return (
    <ul className="divide-y divide-line">
      {lines.data.map((line) => (
        <CommissionLine key={line.id} line={line} own={own} now={now} />
      ))}
    </ul>
  )
}

const stateOf = ({ amount, disputed, due_at, voided_for }: Commission, now: number) => {
  if (amount === 0 && voided_for) return 'void'
  if (disputed) return 'disputed'
  return Date.parse(due_at) > now ? 'pending' : 'due'
}
const TONES = { void: 'neutral', disputed: 'warn', pending: 'info', due: 'gain' } as const

function CommissionLine({ line, own, now }: { line: Commission; own: OwnReferral; now: number }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const language = useLanguage()
  const state = stateOf(line, now)
  const money = (minor: number) => format.money(minor, line.currency)
  const plan = own.rules.rates.find((rate) => rate.plan === line.plan)?.name[language] ?? line.plan
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-medium">
            {t('statement.line', { number: line.referral_number, plan, payment: line.payment_number })}
          </span>
          <Badge tone={TONES[state]}>{t(`statement.states.${state}`)}</Badge>
        </span>
        <span className="tabular font-semibold">{money(line.amount)}</span>
      </div>
      <p className="text-13 text-pretty text-muted">
        {t(line.kept === line.paid ? 'statement.why' : 'statement.whyLess', {
          percent: format.percent(line.percent / 100, Number.isInteger(line.percent) ? 0 : 2),
          kept: money(line.kept),
          paid: money(line.paid),
          date: format.date(line.earned_at),
        })}{' '}
        {line.voided_for
          ? t(`statement.voided.${line.voided_for}`)
          : t(`statement.when.${state === 'void' ? 'due' : state}`, { date: format.date(line.due_at) })}
      </p>
    </li>
  )
}

function Payouts({ userId }: { userId: string }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const payouts = useQuery(payoutsQuery(userId))
  if (payouts.isLoadingError) return <ErrorState onRetry={() => void payouts.refetch()} />
  if (!payouts.data) return <Skeleton className="h-40 w-full" />
  if (payouts.data.length === 0) return <Nothing>{t('statement.noPayout')}</Nothing>
  return (
    <ul className="divide-y divide-line">
      {payouts.data.map((payout) => (
        <li key={payout.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="flex flex-wrap items-center gap-2">
              <span className="tabular font-medium">{format.date(payout.requested_at)}</span>
              <Badge tone={PAYOUT_TONES[payout.state]}>{t(`statement.payoutStates.${payout.state}`)}</Badge>
            </span>
            <span className="tabular font-semibold">{format.money(payout.amount, payout.currency)}</span>
          </div>
          <PayoutWords payout={payout} />
        </li>
      ))}
    </ul>
  )
}

const PAYOUT_TONES = {
  requested: 'info',
  approved: 'info',
  paid: 'gain',
  failed: 'loss',
  cancelled: 'neutral',
} as const

/** The significant decimals. */
const decimals = (text: string) => (text.split('.')[1] ?? '').replace(/0+$/, '').length

function PayoutWords({ payout }: { payout: Payout }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const link = payout.transaction_hash && explorerLink(payout.network, payout.transaction_hash)
  const { state, reason } = payout
  return (
    <p className="text-13 [overflow-wrap:anywhere] text-muted">
      {payout.asset} · {NETWORK_NAMES[payout.network]} · <span className="font-mono">{payout.address}</span>
      {state === 'cancelled'
        ? ` · ${t(`statement.cancelled.${reason === 'wallet' || reason === 'account' ? reason : 'member'}`)}`
        : null}
      {state === 'failed' && reason ? ` · ${reason}` : null}
      {payout.sent && payout.rate
        ? ` · ${t('statement.sent', {
            sent: format.number(Number(payout.sent), decimals(payout.sent)),
            asset: payout.asset,
            rate: format.number(Number(payout.rate), Math.max(2, decimals(payout.rate))),
            currency: payout.currency,
          })}`
        : null}
      {link ? (
        <>
          {' · '}
          <a
            href={link}
            target="_blank"
            rel="nofollow noopener noreferrer"
            className="underline underline-offset-2 hover:text-text"
          >
            {t('statement.explorer')}
          </a>
        </>
      ) : null}
    </p>
  )
}

const Nothing = ({ children }: { children: string }) => (
  <p className="rounded-control bg-well p-4 text-13 text-pretty text-muted">{children}</p>
)
