import { ArrowLeft, BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSession } from '#lib/session/session.tsx'
import { HelpTitle } from '#parts/help/help-title.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type OwnRequest, useOwnRequest, useWithdraw } from '../queries.ts'
import { RequestLife } from '../request/request-life.tsx'
import { StateBadge } from '../state-badge.tsx'
import { AnswerForm, RequestForm } from './request-form.tsx'

/** A member's own request for premium: the form, or the state of the request. */
export default function RequestScreen() {
  const { t } = useTranslation('qualification')
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { user, tier } = session
  return (
    <div className="mx-auto w-full max-w-180 px-4 pt-5 pb-10 md:px-6">
      <Link
        to="/mon-compte?onglet=abonnement"
        className="mb-3 inline-flex items-center gap-1.5 text-13 text-muted hover:text-text"
      >
        <ArrowLeft size={14} strokeWidth={1.75} aria-hidden />
        {t('own.back')}
      </Link>
      <header className="mb-5">
        <HelpTitle article="acces-par-un-courtier">{t('own.title')}</HelpTitle>
        <p className="mt-0.5 text-pretty text-muted">{t('own.purpose')}</p>
      </header>
      {user.is_anonymous ? (
        <EmptyState title={t('own.trial')} action={<AccountLink />}>
          {t('own.trialNote')}
        </EmptyState>
      ) : (
        <Own userId={user.id} premium={tier === 'premium'} />
      )}
    </div>
  )
}

function AccountLink() {
  const { t } = useTranslation('qualification')
  return (
    <Button asChild>
      <Link to="/mon-compte">{t('own.account')}</Link>
    </Button>
  )
}

function Own({ userId, premium }: { userId: string; premium: boolean }) {
  const { t } = useTranslation('qualification')
  const own = useOwnRequest(userId)
  const [again, setAgain] = useState(false)
  if (own.isLoadingError) return <ErrorState onRetry={() => void own.refetch()} />
  if (own.data === undefined) return <Skeleton className="h-80 w-full" />
  const request = own.data
  if (request && !again) {
    return <Standing request={request} userId={userId} onAgain={() => setAgain(true)} premium={premium} />
  }
  if (premium && !request) {
    return (
      <EmptyState
        icon={<BadgeCheck size={20} strokeWidth={1.75} aria-hidden />}
        title={t('own.already')}
        action={<AccountLink />}
      >
        {t('own.alreadyNote')}
      </EmptyState>
    )
  }
  return <RequestForm userId={userId} onSent={() => setAgain(false)} />
}

type StandingProps = { request: OwnRequest; userId: string; premium: boolean; onAgain: () => void }

function Standing({ request, userId, premium, onAgain }: StandingProps) {
  const { t } = useTranslation('qualification')
  const format = useFormat()
  const withdraw = useWithdraw(request.id)
  const { state, reason } = request
  const open = state === 'pending' || state === 'needs_information'
  return (
    <Card className="overflow-hidden">
      <div className="grid gap-2 p-4 md:p-6" aria-live="polite">
        <div>
          <StateBadge state={state} />
        </div>
        <h2 className="text-20 font-semibold tracking-title text-balance">{t(`own.states.${state}`)}</h2>
        <p className="text-pretty text-muted">
          {t(`own.notes.${state}`, { date: format.date(request.premium_until ?? request.created_at) })}
        </p>
        {reason && state !== 'approved' ? (
          <blockquote className="mt-2 border-l-2 border-line-strong pl-3 whitespace-pre-line text-pretty">
            {reason}
          </blockquote>
        ) : null}
        {state === 'needs_information' ? <AnswerForm requestId={request.id} userId={userId} /> : null}
      </div>
      <div className="border-t border-line p-4 md:p-6">
        <h3 className="mb-3 font-semibold">{t('life')}</h3>
        <RequestLife requestId={request.id} memberId={userId} />
      </div>
      {open ? (
        <div className="border-t border-line px-4 py-3 md:px-6">
          <Button variant="ghost" busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
            {t('own.withdraw')}
          </Button>
          {withdraw.isError ? (
            <p role="alert" className="mt-1 text-13 text-loss">
              {t('refused.other')}
            </p>
          ) : null}
        </div>
      ) : premium ? null : (
        <div className="border-t border-line px-4 py-3 md:px-6">
          <Button variant="outline" onClick={onAgain}>
            {t('own.again')}
          </Button>
        </div>
      )}
    </Card>
  )
}
