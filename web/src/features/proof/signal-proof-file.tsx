import { Download } from 'lucide-react'
import { useState } from 'react'
import type { LedgerRow } from 'trading/proof/ledger'
import { saveAs } from '#lib/browser/save-as.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import { proofOfSignal } from './queries.ts'

type Standing = 'idle' | 'making' | 'early' | 'failed'

/** One signal's proof as a small file, which can be verified without the site and without the chain. */
export function SignalProofFile({ rows, number }: { rows: readonly LedgerRow[]; number: string }) {
  const { t } = useTranslation('proof')
  const [standing, setStanding] = useState<Standing>('idle')
  const download = async () => {
    setStanding('making')
    try {
      const file = await proofOfSignal(rows)
      if (file) saveAs(new Blob([file], { type: 'text/plain' }), `vigie-signal-${number}.tlog-proof`)
      setStanding(file ? 'idle' : 'early')
    } catch (error) {
      console.error('the proof of a signal could not be made', error)
      setStanding('failed')
    }
  }
  return (
    <DetailSection title={t('file.title')}>
      <p className="text-pretty text-muted">{t('file.text')}</p>
      <Button
        variant="outline"
        className="mt-3"
        icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
        busy={standing === 'making'}
        onClick={() => standing !== 'making' && void download()}
      >
        {t('file.download')}
      </Button>
      <p role="status" className="mt-3 text-13 text-loss empty:hidden">
        {(standing === 'early' || standing === 'failed') && t(`file.${standing}`)}
      </p>
    </DetailSection>
  )
}
