import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery, recentSignalsQuery } from '#lib/signals/live-signals.ts'
import { RadioGroup } from '#ui/form/radio.tsx'

type Props = { chosen: string | null; onChoose: (number: string) => void }

/** The newest signals, one of which a post may show. */
export function RecentSignals({ chosen, onChoose }: Props) {
  const { t } = useTranslation('conversation')
  const { data: signals = [] } = useQuery(recentSignalsQuery)
  const { data: instruments } = useQuery(instrumentsQuery)
  const name = (symbol: string) => instruments?.find((one) => one.symbol === symbol)?.name ?? symbol
  return (
    <RadioGroup
      label={t('composer.signals')}
      value={chosen ?? ''}
      onChange={onChoose}
      options={signals.map(({ number, symbol, timeframe }) => ({
        value: String(number),
        label: `${name(symbol)} ${timeframe} · ${number}`,
      }))}
    />
  )
}
