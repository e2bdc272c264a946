import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { type OwnReferral, ownReferralQuery } from '#lib/money/own-referral.ts'
import { useSession } from '#lib/session/session.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { BalanceCard } from './balance-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { LinkCard } from './link-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { ShareCard } from './share-card.tsx'
import { StatementCard } from './statement-card.tsx'

/** The member's programme: the link, its results, the amount owed with its reasons, and the rules. */
export default function ReferralScreen() {
  const { t } = useTranslation('referral')
  const session = useSession()
  const own = useQuery(ownReferralQuery)
  if (session.status !== 'signed-in') return null
  return (
    <div className="grid w-full min-w-0 content-start gap-4 px-4 pt-5 pb-10 md:px-6">
      <header>
        <HelpTitle article="parrainage">{t('title')}</HelpTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('purpose')}</p>
      </header>
      {own.isLoadingError ? <ErrorState onRetry={() => void own.refetch()} /> : null}
      {own.isPending ? <Skeleton className="h-96 w-full" /> : null}
      {own.data ? (
        <Programme own={own.data} userId={session.user.id} trial={session.user.is_anonymous === true} />
      ) : null}
    </div>
  )
}

function Programme({ own, userId, trial }: { own: OwnReferral; userId: string; trial: boolean }) {
  const { t } = useTranslation('referral')
  if (!own.allowed || !own.code) {
    return (
      <EmptyState
        icon={<UserPlus size={20} strokeWidth={1.75} aria-hidden />}
        title={t(trial ? 'closed.trial' : 'closed.title')}
        action={
          trial ? (
            <Button asChild>
              <Link to="/mon-compte">{t('closed.account')}</Link>
            </Button>
          ) : null
        }
      >
        {t(trial ? 'closed.trialNote' : 'closed.note')}
      </EmptyState>
    )
  }
  return (
    // On a phone, one column: the link, the amount owed, its reasons; the rules, without any action, come last.
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,360px)] lg:grid-rows-[auto_1fr]">
      <LinkCard code={own.code} />
      <div className="grid min-w-0 gap-4 max-lg:contents lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <BalanceCard own={own} userId={userId} />
        <div className="min-w-0 max-lg:order-last">
          <RulesCard own={own} />
        </div>
      </div>
      <div className="grid min-w-0 gap-4">
        <FunnelCard own={own} />
        <StatementCard own={own} userId={userId} />
        <ShareCard own={own} code={own.code} />
      </div>
    </div>
  )
}
