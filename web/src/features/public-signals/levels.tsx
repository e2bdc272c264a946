import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { LedgerLevels } from '#lib/record/ledger-levels.ts'
import { classNames } from '#ui/class-names.ts'

/** Entry, stop and targets with their shares, as they were sealed. */
export function Levels({ levels, className }: { levels: LedgerLevels; className?: string }) {
  const { t } = useTranslation('public-signals')
  const format = useFormat()
  const { entryLow, entryHigh, stopLoss, targets } = levels
  return (
    <dl className={classNames('tabular flex flex-wrap gap-x-6 gap-y-2', className)}>
      <Level name={t('levels.entry')}>
        {entryLow === entryHigh ? entryLow : `${entryLow} – ${entryHigh}`}
      </Level>
      <Level name={t('levels.stop')}>{stopLoss}</Level>
      {targets.map(({ price, share }, index) => (
        <Level
          key={price}
          name={t('levels.target', { position: index + 1, share: format.percent(Number(share) / 100) })}
        >
          {price}
        </Level>
      ))}
    </dl>
  )
}

function Level({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="text-13 font-medium">{children}</dd>
    </div>
  )
}
