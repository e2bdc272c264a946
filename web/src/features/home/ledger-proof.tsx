import { Check, CircleAlert, ScanSearch } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { LedgerVerdict } from '#lib/record/ledger-check.ts'
import type { LedgerHead } from '#lib/record/public-record.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ledgerPages } from './ledger-pages.ts'

type Proof = { state: 'idle' } | { state: 'running'; entries: number } | { state: 'failed' } | LedgerProofDone
type LedgerProofDone = { state: 'done'; verdict: LedgerVerdict }

/** The head of the chain, and the check of everything behind it, run in the visitor's browser. */
export function LedgerProof({ head }: { head: LedgerHead | null }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const [proof, setProof] = useState<Proof>({ state: 'idle' })

  const verify = async () => {
    setProof({ state: 'running', entries: 0 })
    try {
      const { checkLedger } = await import('#lib/record/ledger-check.ts')
      const verdict = await checkLedger(ledgerPages, (entries) => setProof({ state: 'running', entries }))
      setProof({ state: 'done', verdict })
    } catch (error) {
      console.error('the ledger could not be read', error)
      setProof({ state: 'failed' })
    }
  }

  if (!head) {
    return (
      <span className="text-13 text-muted">
        {t('record.head')} {format.dash}
      </span>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-md:w-full max-md:justify-between">
      <output className="text-13 text-muted" aria-live="polite">
        {proof.state === 'done' ? (
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Verdict verdict={proof.verdict} />
            <Link to="/preuve" className="text-13">
              {t('record.proof')}
            </Link>
          </span>
        ) : proof.state === 'running' ? (
          t('record.verifying', { entries: format.number(proof.entries) })
        ) : proof.state === 'failed' ? (
          t('record.verifyFailed')
        ) : (
          <>
            {t('record.head')}{' '}
            <code title={head.hash} className="whitespace-nowrap font-mono text-13">
              {format.hash(head.hash)}
            </code>
            <span className="max-md:hidden"> {t('record.headDate', { date: format.parisDay(head.at) })}</span>
          </>
        )}
      </output>
      <Button
        variant="outline"
        size="sm"
        icon={<ScanSearch size={14} strokeWidth={1.75} aria-hidden />}
        aria-busy={proof.state === 'running'}
        onClick={() => proof.state !== 'running' && void verify()}
      >
        {t('record.verify')}
      </Button>
    </div>
  )
}

function Verdict({ verdict }: { verdict: LedgerVerdict }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  if (verdict.result === 'intact') {
    return (
      <span className="flex items-center gap-1 text-gain">
        <Check size={16} strokeWidth={1.75} aria-hidden />
        {t('record.intact', { entries: format.number(verdict.entries) })}
      </span>
    )
  }
  const text =
    verdict.result === 'broken'
      ? t('record.broken', { sequence: format.number(verdict.break.sequence) })
      : t('record.unrevealed', { sequence: format.number(verdict.sequence) })
  return (
    <span className="flex items-center gap-1 text-loss">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
      {text}
    </span>
  )
}
