import { useSyncExternalStore } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { chooseReferral, onReferralAsked, referralChoice } from '#lib/money/referral-memory.ts'
import { Segmented } from '#ui/form/segmented.tsx'

/** The reader's consent to storing a referral in this browser; it can be changed at any time. */
export function ReferralChoice() {
  const { t } = useTranslation('legal')
  const choice = useSyncExternalStore(
    onReferralAsked,
    () => referralChoice(Date.now()),
    () => null,
  )
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line p-4">
      <div className="min-w-0 grow basis-72">
        <p className="font-medium text-pretty">{t('referralChoice.ask')}</p>
        <p role="status" className="mt-0.5 text-13 text-pretty text-muted">
          {t(`referralChoice.${choice ?? 'none'}`)}
        </p>
      </div>
      <Segmented
        label={t('referralChoice.ask')}
        value={choice ?? ''}
        onChange={(value) => value && chooseReferral(value, Date.now())}
        options={[
          { value: 'no' as const, label: t('referralChoice.refuse') },
          { value: 'yes' as const, label: t('referralChoice.accept') },
        ]}
      />
    </div>
  )
}
