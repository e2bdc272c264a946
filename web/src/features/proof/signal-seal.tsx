import { Check, CircleAlert, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Diverged, type Divergence } from 'trading/proof/divergence'
import { type Json, type LedgerRow, sha256Hex } from 'trading/proof/ledger'
import { listOf, objectOf } from 'trading/proof/proof-format'
import { readLife, type SignalLife } from 'trading/proof/signal-life'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Read = { life: SignalLife } | { divergence: Divergence }

/** The seal of one signal: opened here with the nonce from the chain, or still closed. */
export function SignalSeal({ rows }: { rows: readonly LedgerRow[] }) {
  const { t } = useTranslation('proof')
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    let stale = false
    const id = rows[0]?.entry.signal ?? ''
    const own = rows.filter(({ entry }) => entry.signal === id)
    const seals = new Map(rows.map((row) => [row.sequence, row]))
    readLife(id, own, seals, sha256Hex).then(
      (life) => stale || setRead({ life }),
      (error: unknown) => {
        if (!(error instanceof Diverged)) throw error
        if (!stale) setRead({ divergence: error.divergence })
      },
    )
    return () => {
      stale = true
    }
  }, [rows])
  return (
    <DetailSection title={t('signal.seal')}>
      {read === null ? (
        <Skeleton className="h-24" />
      ) : 'divergence' in read ? (
        <p role="alert" className="flex items-start gap-2 text-loss">
          <CircleAlert size={16} strokeWidth={1.75} className="mt-1 shrink-0" aria-hidden />
          {t(`problem.${read.divergence.problem}`)}
        </p>
      ) : read.life.levels ? (
        <Opened life={read.life} levels={read.life.levels} />
      ) : (
        <p className="flex items-start gap-2 text-pretty text-muted">
          <Lock size={16} strokeWidth={1.75} className="mt-1 shrink-0" aria-hidden />
          {t('signal.stillSealed')}
        </p>
      )}
    </DetailSection>
  )
}

function Opened({ life, levels }: { life: SignalLife; levels: NonNullable<SignalLife['levels']> }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const price = (value: Json | undefined) => (
    <span className="tabular">{format.price(String(value ?? ''))}</span>
  )
  const targets = listOf(levels.targets).map(objectOf)
  return (
    <>
      <p className="mb-2 flex items-start gap-2 text-pretty text-gain">
        <Check size={16} strokeWidth={2} className="mt-1 shrink-0" aria-hidden />
        {t('signal.opens', { count: life.opened })}
      </p>
      <Facts
        rows={[
          { name: t('levels.instrument'), value: `${String(levels.symbol)} · ${String(levels.timeframe)}` },
          {
            name: t('levels.direction'),
            value: t(levels.direction === 'sell' ? 'levels.sell' : 'levels.buy'),
          },
          {
            name: t('levels.entry'),
            value:
              levels.entry_low === levels.entry_high ? (
                price(levels.entry_low)
              ) : (
                <>
                  {price(levels.entry_low)} – {price(levels.entry_high)}
                </>
              ),
          },
          { name: t('levels.stop'), value: price(levels.stop_loss) },
          ...targets.map((target, index) => ({
            name: t('levels.target', { position: index + 1 }),
            value: (
              <>
                {price(target?.price)}{' '}
                <span className="text-muted">
                  {t('levels.share', { share: String(target?.share ?? '') })}
                </span>
              </>
            ),
          })),
          ...(life.ending
            ? [
                {
                  name: t('levels.result'),
                  value: <span className="tabular">{format.r(life.ending.result as string | null)}</span>,
                },
              ]
            : []),
          {
            name: t('levels.nonce'),
            value: <code className="font-mono text-12 break-all">{life.nonce}</code>,
          },
        ]}
      />
    </>
  )
}
