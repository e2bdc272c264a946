import { useSyncExternalStore } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { chooseReferral, onReferralAsked, referralAsked } from '#lib/money/referral-memory.ts'
import { Button } from '#ui/button.tsx'

/** Asks whether a referral link may be remembered. Both answers look alike, and nothing is stored before one is given. */
export default function ReferralQuestion() {
  const { t } = useTranslation('shell')
  const asked = useSyncExternalStore(onReferralAsked, referralAsked)
  if (!asked) return null
  return (
    <section
      aria-label={t('referralQuestion.label')}
      className="sticky bottom-0 z-30 border-t border-line bg-overlay py-3"
    >
      <div className="mx-auto flex max-w-312 flex-wrap items-center gap-x-6 gap-y-3 px-4 md:px-6">
        <p className="min-w-0 grow basis-72 text-13 text-pretty text-muted">
          <span className="font-medium text-text">{t('referralQuestion.ask')}</span>{' '}
          <Trans
            t={t}
            i18nKey="referralQuestion.note"
            components={{
              more: <Link to="/cookies" className="underline underline-offset-2 hover:text-text" />,
            }}
          />
        </p>
        <div className="grid grow grid-cols-2 gap-2 sm:grow-0">
          <Button variant="outline" onClick={() => chooseReferral('no', Date.now())}>
            {t('referralQuestion.no')}
          </Button>
          <Button variant="outline" onClick={() => chooseReferral('yes', Date.now())}>
            {t('referralQuestion.yes')}
          </Button>
        </div>
      </div>
    </section>
  )
}
