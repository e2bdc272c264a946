import { useQuery } from '@tanstack/react-query'
import { NETWORK_NAMES } from 'payments/wallet-network'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { StopPage } from '#parts/brand/stop-page.tsx'
import { HelpLink } from '#parts/help/help-link.tsx'
import { useStopWalletChange, walletChangeQuery } from './queries.ts'

/** The page behind the link of a mail about a new payout address, with or without a session. */
export default function StopWalletScreen() {
  // Visitors' pages load without the data cache.
  return (
    <QueryBoundary>
      <StopWallet />
    </QueryBoundary>
  )
}

function StopWallet() {
  const { t } = useTranslation('referral')
  const format = useFormat()
  const [search] = useSearchParams()
  const token = search.get('jeton') ?? ''
  return (
    <StopPage
      change={useQuery(walletChangeQuery(token))}
      stop={useStopWalletChange(token)}
      isOpen={({ state }) => state === 'held'}
      asksPassword
      words={{
        title: t('stop.title'),
        invalid: t('stop.invalid'),
        failed: t('stop.failed'),
        stop: t('stop.do'),
        password: t('stop.password'),
      }}
    >
      {({ state, usable_at, currency, network, address }) => (
        <>
          <p role="status" className="text-pretty">
            {t(`stop.${state}`, { date: format.dateTime(usable_at) })}{' '}
            <HelpLink article="arreter-un-changement-d-adresse" />
          </p>
          <p className="text-13 text-muted">
            {currency} · {NETWORK_NAMES[network]} · <span className="font-mono">{address}</span>
          </p>
        </>
      )}
    </StopPage>
  )
}
