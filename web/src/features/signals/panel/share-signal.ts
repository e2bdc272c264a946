import { pictureName, savePicture } from '#charts/tools/chart-screenshot.ts'
import type { Format } from '#lib/language/format.ts'
import type { Translate } from '#lib/language/i18n.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { toast } from '#ui/overlay/toast.tsx'
import { type CardWords, drawCard } from './draw-card.ts'
import { addressOf, type CardContent, cardOf } from './share-card.ts'

/** Shares the signal's picture and the address of its proof; without a picture, the address of the signal. */
export async function shareSignal(
  signal: Signal,
  instrument: MarketInstrument,
  t: Translate<'signals'>,
  format: Format,
): Promise<void> {
  const card = cardOf(signal, instrument.name)
  const url = addressOf(signal, card)
  const title = t('own.card.title', { number: signal.number, timeframe: signal.timeframe })
  if (!card) {
    if (typeof navigator.share === 'function') return await shared({ url, title })
    await navigator.clipboard.writeText(url)
    toast({ title: t('linkCopied'), description: t('own.card.later') })
    return
  }
  const picture = await drawCard(card, wordsOf(card, instrument, url, title, t, format))
  const name = pictureName(`signal ${signal.number}`, signal.published_at.slice(0, 10))
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture could not be written.')
  const files = [new File([blob], name, { type: 'image/png' })]
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files }))
    return await shared({ files, url, title })
  await savePicture(picture, name)
  toast({ title: t('own.card.saved') })
}

/** Closing the share sheet is not an error. */
async function shared(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

function wordsOf(
  card: CardContent,
  instrument: MarketInstrument,
  url: string,
  title: string,
  t: Translate<'signals'>,
  format: Format,
): CardWords {
  const price = (text: string) =>
    text
      .split('–')
      .map((one) => format.price(one, instrument.digits))
      .join('–')
  return {
    title,
    direction: t(`direction.${card.direction}`),
    result: card.r === null ? t(`state.${card.state}`) : format.r(card.r),
    outcome: t('own.card.by', { author: card.author, state: t(`state.${card.state}`).toLowerCase() }),
    dates: card.closedAt
      ? t('own.card.dates', { from: format.dateTime(card.publishedAt), to: format.dateTime(card.closedAt) })
      : t('own.card.since', { from: format.dateTime(card.publishedAt) }),
    levels: card.levels
      ? [
          { name: t('level.entry'), price: price(card.levels.entry) },
          { name: t('level.stop'), price: price(card.levels.stop) },
          ...card.levels.targets
            .slice(0, 3)
            .map((target, index) => ({ name: `TP ${index + 1}`, price: price(target) })),
        ]
      : [],
    seal: t('own.card.seal', { hash: format.hash(card.commitment) }),
    proof: url.replace(/^https?:\/\//, ''),
    risk: [t('own.card.same'), t('own.card.risk')],
    demonstration: card.demonstration ? t('demonstration') : null,
  }
}
