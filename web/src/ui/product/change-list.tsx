import type { AuditEntry } from '#lib/data/audit.ts'
import { useTranslation } from '#lib/language/i18n.ts'

/** The change of each field, with the earlier value struck through. */
export function ChangeList({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const { t } = useTranslation('office')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  if (names.length === 0) return <p className="text-13 text-muted">{t('audit.nothing')}</p>
  return (
    <dl className="divide-y divide-line overflow-hidden rounded-control border border-line font-mono text-12">
      {names.map((name) => (
        <div key={name} className="grid gap-x-4 gap-y-0.5 px-3 py-1.5 sm:grid-cols-[160px_1fr]">
          <dt className="text-muted [overflow-wrap:anywhere]">{name}</dt>
          <dd className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
            {before && name in before && (
              <del className="text-loss decoration-loss-mark">
                <span className="sr-only">{t('audit.before')} </span>
                {written(before[name])}
              </del>
            )}
            {after && name in after && (
              <ins className="text-gain no-underline">
                <span className="sr-only">{t('audit.after')} </span>
                {written(after[name])}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const written = (value: unknown): string =>
  typeof value === 'string' ? (value === '' ? '""' : value) : JSON.stringify(value)
