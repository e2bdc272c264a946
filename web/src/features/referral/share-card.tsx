import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { type OwnReferral, referralLink } from '#lib/money/own-referral.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Panel } from './panel.tsx'

const KINDS = ['short', 'message', 'mail'] as const
type Kind = (typeof KINDS)[number]

/** Texts to share. Each includes the advertising notice and the risk warning: nothing can be promised or left out. */
export function ShareCard({ code, own: { rules } }: { code: string; own: OwnReferral }) {
  const { t } = useTranslation('referral')
  const [kind, setKind] = useState<Kind>('short')
  const text = [
    t('share.mention'),
    t(`share.texts.${kind}`, { link: referralLink(code), days: rules.hold_days }),
    t('share.risk'),
  ].join('\n\n')
  return (
    <Panel title={t('share.title')} note={t('share.note')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('share.kind')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`share.kinds.${value}`) }))}
        />
        <CopyButton text={text} label={t('share.copy')} variant="outline" />
      </div>
      <p className="rounded-control border border-line bg-well p-4 text-14 [overflow-wrap:anywhere] whitespace-pre-line">
        {text}
      </p>
    </Panel>
  )
}
