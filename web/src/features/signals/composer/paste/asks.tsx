import { Diamond } from 'lucide-react'
import type { Ref } from 'react'
import type { Doubt } from 'trading/paste/signal-doubts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import type { Draft } from '../draft.ts'
import { useAnswerKeys } from './use-answer-keys.ts'

type Props = {
  draft: Draft
  instrument: string | undefined
  /** `other` is another reading of the same words, in place of the value shown. */
  onConfirm: (field: Doubt['field'], other?: string) => void
  list: Ref<HTMLUListElement>
}

/** The doubts about a pasted text, one a field: its value is confirmed here or changed below before publication. Digits answer the first. */
export function Asks({ draft, instrument, onConfirm, list }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const { asks } = draft
  const interestsOf = (): string =>
    [
      `${t('field.position_held')} ${t(`read.answer.${draft.position_held as 'none'}`)}`,
      `${t('field.affiliate_link')} ${t(`read.answer.${draft.affiliate_link as 'no'}`)}`,
    ].join(' · ')
  /** A field's value in readable form, or another reading of its words. */
  const shownOf = (field: Doubt['field'], other?: string): string => {
    if (field === 'validity_minutes') return format.duration(Number(other ?? draft.validity_minutes) * 60_000)
    if (other !== undefined) return other
    if (field === 'position_held') return interestsOf()
    if (field === 'symbol') return instrument ?? draft.symbol
    if (field === 'direction') return draft.direction === 'sell' ? t('direction.sell') : t('direction.buy')
    if (field === 'order_type') return t(`order.${draft.order_type as 'limit'}`)
    if (field === 'style') return t(`style.${draft.style as 'swing'}`)
    if (field === 'entry_low')
      return [...new Set([draft.entry_low, draft.entry_high])].filter(Boolean).join(' – ')
    if (field === 'targets')
      return draft.targets.map(({ price, share }) => `${price} (${share} %)`).join(' · ')
    return String(draft[field] ?? '')
  }
  const fields = [...new Set(asks.map(({ field }) => field))]
  const othersOf = (field: Doubt['field']) => [
    ...new Set(asks.flatMap((ask) => (ask.field === field ? (ask.others ?? []) : []))),
  ]
  /** What the first button says to those who hear it, with the words that it shows. */
  const nameOf = (field: Doubt['field']): string => {
    const shown = othersOf(field).length > 0 ? ` ${shownOf(field)}` : ''
    return t('ask.confirmOne', { field: t(`field.${field}`) + shown })
  }
  useAnswerKeys((digit) => {
    const [field] = fields
    if (field === undefined || digit > 1 + othersOf(field).length) return
    onConfirm(field, digit === 1 ? undefined : othersOf(field)[digit - 2])
  })
  if (fields.length === 0) return null
  return (
    <ul
      ref={list}
      aria-label={t('ask.title')}
      className="divide-y divide-line rounded-card border border-line-strong bg-warn-tint"
    >
      {fields.map((field, place) => (
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
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            <Button
              variant="outline"
              className="max-sm:flex-1"
              aria-keyshortcuts={place === 0 ? '1' : undefined}
              onClick={() => onConfirm(field)}
            >
              {place === 0 && <Digit>1</Digit>}
              <span aria-hidden>{othersOf(field).length > 0 ? shownOf(field) : t('ask.confirm')}</span>
              <span className="sr-only">{nameOf(field)}</span>
            </Button>
            {othersOf(field).map((other, index) => (
              <Button
                key={other}
                variant="outline"
                className="max-sm:flex-1"
                aria-keyshortcuts={place === 0 ? String(index + 2) : undefined}
                onClick={() => onConfirm(field, other)}
              >
                {place === 0 && <Digit>{String(index + 2)}</Digit>}
                {shownOf(field, other)}
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The key that answers; read out as the button's shortcut. */
const Digit = ({ children }: { children: string }) => (
  <span aria-hidden>
    <Kbd>{children}</Kbd>
  </span>
)
