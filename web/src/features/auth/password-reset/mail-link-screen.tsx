import { useState } from 'react'
import { useLocation } from 'react-router'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type AuthErrorKey, authErrorKey } from '#lib/session/auth-error.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { confirmMailLink } from '../auth-calls.ts'
import { EntryCard } from '../entry-card.tsx'
import { type MailLink, readMailLink } from './mail-link.ts'

/**
 * The page behind mails' links. Opening it confirms nothing: mail scanners open every address, but only a person presses the
 * button.
 */
export default function MailLinkScreen() {
  const { t } = useTranslation('auth')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const link = readMailLink(hash, location.origin)
  const [step, setStep] = useState<'asking' | 'busy' | 'half'>('asking')
  const [refusal, setRefusal] = useState<AuthErrorKey | null>(link ? null : 'link_expired')

  const confirm = async (given: MailLink) => {
    setStep('busy')
    try {
      if (!(await confirmMailLink(given))) return setStep('half')
      // After a recovery, the session's own event navigates to the form for the new password.
      if (given.type !== 'recovery') navigate(given.next, { replace: true })
    } catch (error) {
      setRefusal(authErrorKey(error))
      setStep('asking')
    }
  }
  const back = <Link to="/login">{t('mailLink.toLogin')}</Link>
  if (!link || refusal === 'link_expired') {
    return (
      <EntryCard title={t('link.expiredTitle')} below={back}>
        <Notice refusal>{t('errors.link_expired')}</Notice>
        {link?.type === 'recovery' ? <Link to="/password-reset">{t('reset.ask')}</Link> : null}
      </EntryCard>
    )
  }
  return (
    <EntryCard
      title={t(`mailLink.${link.type}.title`)}
      purpose={step === 'half' ? undefined : t(`mailLink.${link.type}.purpose`)}
      below={step === 'half' ? back : t('mailLink.foreign')}
    >
      {refusal ? <Notice refusal>{t(`errors.${refusal}`)}</Notice> : null}
      {step === 'half' ? (
        <Notice>{t('mailLink.half')}</Notice>
      ) : (
        <Button variant="primary" size="lg" block busy={step === 'busy'} onClick={() => void confirm(link)}>
          {step === 'busy' ? t('mailLink.confirming') : t(`mailLink.${link.type}.button`)}
        </Button>
      )}
    </EntryCard>
  )
}
