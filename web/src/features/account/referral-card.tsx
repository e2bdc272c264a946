import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { Coins, Link2, Network, Wallet } from 'lucide-react'
import { NETWORK_NAMES } from 'payments/wallet-network'
import { Suspense, useState } from 'react'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { ownReferralQuery, referralLink } from '#lib/money/own-referral.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useProof } from './security/use-proof.tsx'
import { SettingCard, SettingRow } from './setting-row.tsx'

const WalletDialog = lazyPart(() => import('./wallet-dialog.tsx'))

/** The referral link, and the payout address for commissions (S-11). A change asks for a proof of identity first. */
export function ReferralCard({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const now = useNow()
  const own = useQuery(ownReferralQuery)
  const { ensure, dialog } = useProof(user)
  const [editing, setEditing] = useState(false)
  if (own.isLoadingError) return <ErrorState onRetry={() => void own.refetch()} />
  if (!own.data) return <Skeleton className="h-72 w-full" />
  const { allowed, code, wallet, rules } = own.data
  const held = wallet !== null && Date.parse(wallet.usable_at) > now
  const edit = async () => setEditing(await ensure())
  return (
    <SettingCard
      id="versements"
      title={t('referral.title')}
      purpose={t(allowed ? 'referral.purpose' : 'referral.closed')}
    >
      <SettingRow
        icon={Link2}
        title={t('referral.link')}
        action={
          code ? <CopyButton text={referralLink(code)} variant="outline" label={t('referral.copy')} /> : null
        }
      >
        {code ? (
          <span className="font-mono [overflow-wrap:anywhere]">{referralLink(code)}</span>
        ) : (
          t('referral.none')
        )}
      </SettingRow>
      <SettingRow icon={Coins} title={t('referral.currency')}>
        {wallet?.currency ?? t('referral.none')}
      </SettingRow>
      <SettingRow icon={Network} title={t('referral.network')}>
        {wallet ? NETWORK_NAMES[wallet.network] : t('referral.none')}
      </SettingRow>
      <SettingRow
        icon={Wallet}
        title={
          <>
            {t('referral.wallet')}
            {held ? <Badge tone="warn">{t('referral.held')}</Badge> : null}
          </>
        }
        action={
          allowed ? (
            <Button variant="outline" onClick={() => void edit()}>
              {t(wallet ? 'referral.edit' : 'referral.add')}
            </Button>
          ) : null
        }
      >
        {wallet ? (
          <span className="font-mono [overflow-wrap:anywhere]">{wallet.address}</span>
        ) : (
          t('referral.none')
        )}
        {wallet && held ? (
          <span className="mt-1 block text-warn">
            {t('referral.heldText', {
              left: format.duration(Date.parse(wallet.usable_at) - now),
              date: format.dateTime(wallet.usable_at),
            })}
          </span>
        ) : null}
      </SettingRow>
      {dialog}
      {editing ? (
        <Suspense fallback={null}>
          <WalletDialog wallet={wallet} hours={rules.wallet_hold_hours} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </SettingCard>
  )
}
