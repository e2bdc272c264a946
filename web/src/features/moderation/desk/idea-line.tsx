import { Lock } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { CaseFile } from './cases.ts'

/** The sealed idea under the words: no measure about words touches its levels or its result. */
export function IdeaLine({ idea }: { idea: NonNullable<CaseFile['idea']> }) {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  return (
    <div className="grid gap-2 rounded-control border border-line-strong p-3 text-13">
      {idea.symbol && (
        <p className="flex flex-wrap items-center gap-x-3">
          <strong className="text-14">{idea.symbol}</strong>
          <span className={idea.direction === 'sell' ? 'text-loss' : 'text-gain'}>
            {t(idea.direction === 'sell' ? 'idea.sell' : 'idea.buy')}
          </span>
          <span className="tabular text-muted">
            {t('idea.levels', { entry: format.price(idea.entry), stop: format.price(idea.stop) })}
          </span>
          {idea.result_r && <strong className="tabular ml-auto">{format.r(idea.result_r)}</strong>}
        </p>
      )}
      <p className="flex gap-2 text-pretty text-muted">
        <Lock size={14} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
        <span>
          {t('idea.sealed', { at: format.dateTime(idea.sealed_at), number: idea.sequence })}{' '}
          <strong className="text-text">{t('idea.stays')}</strong>
        </span>
      </p>
    </div>
  )
}
