import { Diamond } from 'lucide-react'
import type { Ref } from 'react'
import type { Doubt } from 'trading/paste/signal-doubts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { Draft } from './draft.ts'

type Props = {
  draft: Draft
  instrument: string | undefined
  onConfirm: (field: Doubt['field']) => void
  list: Ref<HTMLUListElement>
}

/** The doubts about a pasted text, one a field: its value is confirmed here or changed below before publication. */
export function Asks({ draft, instrument, onConfirm, list }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { asks } = draft
  /** A field's value in readable form. */
  const shownOf = (field: Doubt['field']): string => {
    if (field === 'symbol') return instrument ?? draft.symbol
    if (field === 'direction') return draft.direction === 'sell' ? t('direction.sell') : t('direction.buy')
    if (field === 'order_type') return t(`order.${draft.order_type as 'limit'}`)
    if (field === 'style') return t(`style.${draft.style as 'swing'}`)
    if (field === 'entry_low')
      return [...new Set([draft.entry_low, draft.entry_high])].filter(Boolean).join(' – ')
    if (field === 'targets')
      return draft.targets.map(({ price, share }) => `${price} (${share} %)`).join(' · ')
    if (field === 'validity_minutes') return format.duration(Number(draft.validity_minutes) * 60_000)
    return String(draft[field] ?? '')
  }
  const fields = [...new Set(asks.map(({ field }) => field))]
  if (fields.length === 0) return null
  return (
    <ul
      ref={list}
      aria-label={t('ask.title')}
      className="divide-y divide-line rounded-card border border-line-strong bg-warn-tint"
    >
      {fields.map((field) => (
        <li key={field} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3">
          <div className="min-w-0 flex-1 basis-56">
            <p className="flex items-start gap-2 text-14 font-medium [overflow-wrap:anywhere]">
              <Diamond
                size={14}
                fill="currentColor"
                strokeWidth={0}
                className="mt-1 shrink-0 text-warn"
                aria-hidden
              />
              <span>
                <span className="text-warn">{t(`field.${field}`)}</span>{' '}
                <span className="tabular">{shownOf(field)}</span>
              </span>
            </p>
            {asks
              .filter((ask) => ask.field === field)
              .map(({ key }) => (
                <p key={key} className="mt-0.5 pl-5.5 text-13 text-muted">
                  {t(`ask.${key}`)}
                </p>
              ))}
          </div>
          <Button
            variant="outline"
            className="max-sm:w-full"
            aria-label={t('ask.confirmOne', { field: t(`field.${field}`) })}
            onClick={() => onConfirm(field)}
          >
            {t('ask.confirm')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
