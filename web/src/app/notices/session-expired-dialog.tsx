import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { SecondFactorAnswers } from '#features/auth/second-factor/second-factor-answers.tsx'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { signOut } from '#lib/session/auth.ts'
import { useSession } from '#lib/session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ExpiredWays } from './expired-ways.tsx'

/** Shown over the page when the session expired: sign in again here, and what was typed on the page is kept. */
export default function SessionExpiredDialog() {
  const session = useSession()
  if (session.status !== 'signed-in' || !session.expired) return null
  return <Back user={session.user} factorDue={session.secondFactorDue} />
}

function Back({ user, factorDue }: { user: User; factorDue: boolean }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await signOut()
    navigate(`/login?next=${encodeURIComponent(pathname + search)}`, { replace: true })
  }
  const ways = () => {
    if (factorDue) return <SecondFactorAnswers user={user} />
    return user.is_anonymous ? null : <ExpiredWays user={user} />
  }
  const purpose = factorDue ? 'factor' : user.is_anonymous ? 'trial' : 'text'
  return (
    <Dialog
      open
      closable={false}
      onOpenChange={() => undefined}
      title={t('expired.title')}
      description={t(`expired.${purpose}`)}
    >
      <div className="grid grid-cols-1 gap-3">
        {ways()}
        <Button variant="ghost" size="lg" block busy={leaving} onClick={() => void leave()}>
          {t('expired.other')}
        </Button>
      </div>
    </Dialog>
  )
}
