import { Diamond, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { evenShares, type Levels, MOST_TARGETS } from 'trading/levels'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { targetR } from '#lib/signals/signal.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import type { DraftTarget } from './draft.ts'

type Props = {
  targets: readonly DraftTarget[]
  levels: Levels | null
  error: string | undefined
  ask: string | undefined
  mark: ReactNode
  onChange: (targets: DraftTarget[]) => void
}

/** One to five targets with their shares of the position; adding or removing one distributes the shares again. */
export function TargetFields({ targets, levels, error, ask, mark, onChange }: Props) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const spread = (prices: readonly string[]) => {
    const shares = evenShares(prices.length)
    onChange(prices.map((price, index) => ({ price, share: shares[index] as string })))
  }
  const change = (index: number, part: Partial<DraftTarget>) =>
    onChange(targets.map((target, place) => (place === index ? { ...target, ...part } : target)))
  return (
    <fieldset className="grid gap-2" aria-describedby={(error ?? ask) ? 'targets-remark' : undefined}>
      <legend className="mb-1.5 flex w-full flex-wrap items-baseline justify-between gap-x-2 text-13 font-medium text-muted">
        {t('field.targets')}
        <span className="text-12">{mark}</span>
      </legend>
      {targets.map((target, index) => {
        const price = levels?.targets[index]?.price
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a target is its index
          <div key={index} className="flex items-center gap-2">
            <span className="w-10 shrink-0 text-13 text-muted">TP {index + 1}</span>
            <div className="flex-1">
              <Input
                inputMode="decimal"
                className="tabular"
                aria-label={t('field.targetPrice', { number: index + 1 })}
                value={target.price}
                onChange={(event) => change(index, { price: event.target.value })}
              />
            </div>
            <div className="w-24">
              <Input
                inputMode="decimal"
                className="tabular"
                aria-label={t('field.targetShare', { number: index + 1 })}
                trailing="%"
                value={target.share}
                onChange={(event) => change(index, { share: event.target.value })}
              />
            </div>
            <span className="tabular w-20 text-right text-13 text-muted max-sm:hidden">
              {levels && price && levels.entry_low !== levels.stop_loss
                ? format.r(targetR(levels, price))
                : ''}
            </span>
            <Button
              variant="ghost"
              iconOnly
              disabled={targets.length === 1}
              aria-label={t('field.removeTarget', { number: index + 1 })}
              onClick={() => spread(targets.filter((_, place) => place !== index).map((one) => one.price))}
              icon={<X size={16} strokeWidth={1.75} aria-hidden />}
            />
          </div>
        )
      })}
      {error && (
        <p id="targets-remark" className="text-12 text-loss">
          {error}
        </p>
      )}
      {!error && ask && (
        <p id="targets-remark" className="flex items-center gap-1.5 text-12 text-warn">
          <Diamond size={10} fill="currentColor" strokeWidth={0} className="shrink-0" aria-hidden />
          {ask}
        </p>
      )}
      {targets.length < MOST_TARGETS && (
        <Button
          variant="ghost"
          className="justify-self-start"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => spread([...targets.map((one) => one.price), ''])}
        >
          {t('field.addTarget')}
        </Button>
      )}
    </fieldset>
  )
}
