import { useMemo } from 'react'
import type { Levels } from 'trading/levels'
import { RRuler } from '#charts/r-ruler.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'

/** The ruler with this signal's names and prices. */
export function RulerOfSignal({
  levels,
  price,
  digits,
  waiting = false,
}: {
  levels: Levels
  price: string | null
  digits: number
  waiting?: boolean
}) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  // Stable objects, so that only the needle renders with each price.
  const { drawn, labels, words } = useMemo(() => {
    const prices = [
      levels.entry_low,
      levels.entry_high,
      levels.stop_loss,
      ...levels.targets.map((one) => one.price),
    ]
    const whole = prices.every((price) => Number.isInteger(Number(price)))
    const text = (value: string) => format.price(value, whole ? 0 : digits)
    const entry =
      levels.entry_low === levels.entry_high
        ? text(levels.entry_low)
        : shortZone(text(levels.entry_low), text(levels.entry_high))
    const labels = [
      { name: t('level.stop'), price: text(levels.stop_loss) },
      { name: t('level.entry'), price: entry },
      ...levels.targets.map((target, index) => ({ name: `TP ${index + 1}`, price: text(target.price) })),
    ]
    return {
      drawn: {
        entryLow: Number(levels.entry_low),
        entryHigh: Number(levels.entry_high),
        stop: Number(levels.stop_loss),
        targets: levels.targets.map((target) => Number(target.price)),
      },
      // With more than three targets there is no room for every name: the ends and the first stay.
      labels: labels.length > 4 ? [...labels.slice(0, 3), labels.at(-1) as (typeof labels)[number]] : labels,
      words: labels.map(({ name, price: at }) => `${name} ${at}`).join(', '),
    }
  }, [levels, digits, t, format])
  return (
    <RRuler
      levels={drawn}
      price={price === null ? null : Number(price)}
      labels={labels}
      waiting={waiting}
      description={price ? `${words}, ${t('level.price')} ${format.price(price, digits)}` : words}
    />
  )
}

/** `1.08500–600`: what both edges share is written once, and whole prices lose their decimals where there is no room. */
function shortZone(low: string, high: string): string {
  let shared = 0
  while (shared < low.length && low[shared] === high[shared]) shared += 1
  if (low.length === high.length && low.length - shared <= 3) return `${low}–${high.slice(shared)}`
  const whole = (text: string) => text.replace(/\.0+$/, '')
  return `${whole(low)}–${whole(high)}`
}
