import type { User } from '@supabase/auth-js'
import { useTranslation } from '#lib/language/i18n.ts'
import { signOut } from '#lib/session/auth.ts'
import { Button } from '#ui/button.tsx'
import { EntryCard } from '../entry-card.tsx'
import { SecondFactorAnswers } from './second-factor-answers.tsx'

/** Asks for the second factor. Once it is answered the session changes, and the parent continues. */
export function SecondFactorCard({ user }: { user: User }) {
  const { t } = useTranslation('auth')
  return (
    <EntryCard title={t('factor.title')} help="facteur-perdu">
      <SecondFactorAnswers user={user} />
      <Button variant="ghost" size="lg" block onClick={() => void signOut()}>
        {t('factor.leave')}
      </Button>
    </EntryCard>
  )
}
