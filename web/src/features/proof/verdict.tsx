import { CircleAlert, ShieldCheck } from 'lucide-react'
import type { Divergence } from 'trading/proof/divergence'
import type { ExpectationCounts } from 'trading/proof/verify-expectations'
import type { ProofVerdict } from 'trading/proof/verify-export'
import type { IdeaCounts } from 'trading/proof/verify-ideas'
import type { StatementCounts } from 'trading/proof/verify-statements'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/figure/facts.tsx'

type Props = { verdict: ProofVerdict; milliseconds: number; at: Date }

/** The verdict: "consistent" with what was checked, or the first divergence. */
export function Verdict({ verdict, milliseconds, at }: Props) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  if (verdict.verdict === 'divergent') return <FirstDivergence {...verdict.divergence} />
  const { counts, head, notRecomputed } = verdict
  const seconds = format.number(milliseconds / 1000, 1)
  const figures = notRecomputed.filter((figure) => figure !== 'chance' && figure !== 'draws')
  return (
    <>
      <h2 className="flex items-center gap-3 text-28 font-semibold tracking-title text-gain">
        <ShieldCheck size={28} strokeWidth={1.75} aria-hidden />
        {t('verdict.concordant')}
      </h2>
      <p className="max-w-xl text-pretty">
        {t('verdict.counted', {
          entries: format.number(counts.entries),
          signals: format.number(counts.signals),
          events: format.number(counts.outcomes),
          figures: format.number(counts.figures),
          seconds,
          time: format.timeWithSeconds(at),
        })}
      </p>
      {counts.minutes > 0 && (
        <p className="text-13 text-muted">
          {t('verdict.minutes', { count: counts.minutes, minutes: format.number(counts.minutes) })}
        </p>
      )}
      {counts.checkpoints > 0 && (
        <p className="text-13 text-muted">
          {t('verdict.checkpoints', {
            count: counts.checkpoints,
            trees: format.number(counts.checkpoints),
          })}
        </p>
      )}
      {counts.sealed > 0 && (
        <p className="text-13 text-muted">{t('verdict.sealed', { count: counts.sealed })}</p>
      )}
      {counts.waiting > 0 && (
        <p className="text-13 text-muted">{t('verdict.waiting', { count: counts.waiting })}</p>
      )}
      {counts.statements && <Statements {...counts.statements} />}
      {counts.ideas && <Ideas {...counts.ideas} />}
      {counts.expectations && <Expectations {...counts.expectations} />}
      {counts.errata > 0 && (
        <p className="text-13 text-muted">{t('verdict.errata', { count: counts.errata })}</p>
      )}
      {figures.length > 0 && (
        <p className="text-13 text-muted">{t('verdict.notRecomputed', { figures: figures.join(', ') })}</p>
      )}
      <p className="text-13 break-all text-muted">
        {t('verdict.head')} <code className="font-mono">{head ?? format.dash}</code>
      </p>
    </>
  )
}

function Statements({ statements, resolved, overdue, scores, drawn }: StatementCounts) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  if (statements === 0) return null
  return (
    <p className="text-13 text-muted">
      {t('verdict.statements', {
        count: statements,
        all: format.number(statements),
        resolved: format.number(resolved),
      })}{' '}
      {overdue > 0 && t('verdict.overdue', { count: overdue })}{' '}
      {scores > 0 && !drawn && t('verdict.notDrawn')}
    </p>
  )
}

function Ideas({ ideas, opened, ended, overdue, records }: IdeaCounts) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  if (ideas === 0) return null
  return (
    <p className="text-13 text-muted">
      {t('verdict.ideas', {
        count: ideas,
        all: format.number(ideas),
        ended: format.number(ended),
        records: format.number(records),
      })}{' '}
      {ideas > opened && t('verdict.sealedIdeas', { count: ideas - opened })}{' '}
      {overdue > 0 && t('verdict.overdueIdeas', { count: overdue })}
    </p>
  )
}

function Expectations({ expectations, graded }: ExpectationCounts) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  if (expectations === 0) return null
  return (
    <p className="text-13 text-muted">
      {t('verdict.expectations', {
        count: expectations,
        all: format.number(expectations),
        graded: format.number(graded),
      })}
    </p>
  )
}

function FirstDivergence({
  check,
  problem,
  path,
  sequence,
  signal,
  statement,
  idea,
  number,
  expected,
  found,
}: Divergence) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const code = (value: string) => <code className="font-mono text-13 break-all">{value}</code>
  return (
    <>
      <h2 className="flex items-center gap-3 text-28 font-semibold tracking-title text-loss">
        <CircleAlert size={28} strokeWidth={1.75} aria-hidden />
        {t('verdict.divergent')}
      </h2>
      <p className="max-w-xl text-pretty">{t(`problem.${problem}`)}</p>
      <Facts
        className="mt-1"
        rows={[
          {
            name: t('place.check'),
            value:
              check === 'format' || check === 'minutes' || check === 'checkpoints'
                ? t(`steps.${check}`)
                : t(`steps.${check}.title`),
          },
          ...(sequence === undefined
            ? []
            : [
                { name: t('place.entry'), value: <span className="tabular">{format.number(sequence)}</span> },
              ]),
          ...(number === undefined || Number.isNaN(number)
            ? []
            : statement || idea
              ? [
                  {
                    name: t(idea ? 'place.idea' : 'place.statement'),
                    value: t('statements.number', { number: format.number(number) }),
                  },
                ]
              : [{ name: t('place.signal'), value: t('signal.number', { number: format.number(number) }) }]),
          { name: t('place.path'), value: code(path || '—') },
          { name: t('place.expected'), value: code(expected) },
          { name: t('place.found'), value: code(found) },
        ]}
      />
      {signal && (
        <Button asChild variant="outline" className="justify-self-start">
          <Link to={`?signal=${encodeURIComponent(signal)}`}>{t('place.open')}</Link>
        </Button>
      )}
    </>
  )
}
