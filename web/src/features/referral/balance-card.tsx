import { useQuery } from '@tanstack/react-query'
import { NETWORK_NAMES } from 'payments/wallet-network'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { OwnReferral, OwnWallet } from '#lib/money/own-referral.ts'
import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/figure/progress.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Panel } from './panel.tsx'
import { payoutsQuery, useCancelPayout, useRequestPayout } from './queries.ts'

const REFUSALS = ['payout_open', 'wallet_missing', 'wallet_held', 'below_minimum', 'not_allowed'] as const

/** The amount owed, the payout address, and the button that requests the payout. */
export function BalanceCard({ own, userId }: { own: OwnReferral; userId: string }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const now = useNow()
  const request = useRequestPayout()
  const cancel = useCancelPayout()
  const payouts = useQuery(payoutsQuery(userId))
  const { balance, rules, wallet } = own
  const money = (minor: number) => format.money(minor, rules.currency)
  const open = payouts.data?.find(({ state }) => state === 'requested' || state === 'approved')
  const held = wallet !== null && Date.parse(wallet.usable_at) > now
  const enough = balance.due >= rules.payout_minimum
  const refusal = request.error && REFUSALS.find((key) => key === request.error?.message)
  return (
    <Panel title={t('balance.title')} help="versement-et-portefeuille">
      <Stat
        large
        label={t('balance.due')}
        definition={t('balance.dueNote')}
        value={money(balance.due)}
        note={balance.due < 0 ? t('balance.negative') : undefined}
      />
      <div className="grid grid-cols-2 gap-4">
        <Stat
          label={t('balance.pending')}
          definition={t('balance.pendingNote', { days: rules.hold_days })}
          value={money(balance.pending)}
        />
        <Stat label={t('balance.paid')} value={money(balance.paid)} />
      </div>
      {open ? (
        <div className="grid gap-3 rounded-control bg-well p-4">
          <p className="text-13 text-pretty">
            <b className="tabular font-semibold">{money(open.amount)}</b>{' '}
            {t(`balance.open.${open.state === 'approved' ? 'approved' : 'requested'}`, {
              date: format.date(open.requested_at),
            })}
          </p>
          {open.state === 'requested' ? (
            <Button
              variant="outline"
              className="justify-self-start"
              busy={cancel.isPending}
              onClick={() => cancel.mutate(undefined)}
            >
              {t('balance.cancel')}
            </Button>
          ) : null}
        </div>
      ) : (
        <>
          {enough ? null : (
            <Progress
              shown
              label={t('balance.minimum', { amount: money(rules.payout_minimum) })}
              share={Math.max(0, balance.due) / rules.payout_minimum}
            />
          )}
          {request.isError ? <Notice refusal>{t(`balance.refused.${refusal ?? 'other'}`)}</Notice> : null}
          <Button
            variant={enough && wallet && !held ? 'inverse' : 'secondary'}
            block
            disabled={!enough || !wallet || held}
            busy={request.isPending}
            onClick={() =>
              request.mutate(undefined, {
                onSuccess: () => toast({ title: t('balance.asked'), description: t('balance.askedNote') }),
              })
            }
          >
            {t('balance.ask')}
          </Button>
        </>
      )}
      <WalletLine wallet={wallet} held={held} now={now} />
    </Panel>
  )
}

function WalletLine({ wallet, held, now }: { wallet: OwnWallet | null; held: boolean; now: number }) {
  const { t } = useTranslation('referral')
  const format = useFormat()
  return (
    <div className="grid gap-2 border-t border-line pt-4 text-13">
      {wallet ? (
        <>
          <p className="font-medium">
            {wallet.currency} · {NETWORK_NAMES[wallet.network]}
          </p>
          <p className="font-mono [overflow-wrap:anywhere] text-muted">{wallet.address}</p>
          {held ? (
            <p className="rounded-control bg-warn-tint px-3 py-2 text-pretty text-warn">
              {t('balance.held', {
                left: format.duration(Date.parse(wallet.usable_at) - now),
                date: format.dateTime(wallet.usable_at),
              })}
            </p>
          ) : null}
        </>
      ) : (
        <p className="text-pretty text-muted">{t('balance.noWallet')}</p>
      )}
      <Link
        to="/mon-compte#versements"
        className="justify-self-start underline underline-offset-2 hover:text-muted"
      >
        {t(wallet ? 'balance.changeWallet' : 'balance.addWallet')}
      </Link>
    </div>
  )
}
