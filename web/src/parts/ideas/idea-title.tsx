import { useQuery } from '@tanstack/react-query'
import { entryPrice } from 'trading/levels'
import { type IdeaBrief, isOpened } from '#lib/ideas/idea.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { instrumentsQuery } from '#lib/signals/live-signals.ts'

/** What an idea says, as a sentence: its thread has no words of its own as a title. */
export function useIdeaTitle(): (idea: IdeaBrief) => string {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { data: instruments } = useQuery(instrumentsQuery)
  return (idea) => {
    if (!isOpened(idea)) return t('title.sealed', { number: format.number(idea.number) })
    const { levels } = idea.terms.terms
    const instrument = instruments?.find(({ symbol }) => symbol === levels.symbol)
    const price = (value: string) => format.price(value, instrument?.digits)
    return t(`title.${levels.direction}`, {
      instrument: instrument?.name ?? levels.symbol,
      timeframe: levels.timeframe,
      entry: price(entryPrice(levels).toFixed()),
      target: price(levels.targets.at(-1)!.price),
    })
  }
}

export function IdeaTitle({ idea }: { idea: IdeaBrief }) {
  return useIdeaTitle()(idea)
}
