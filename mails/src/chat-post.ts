// Text of the posts in a Telegram chat about a signal: plain text, with the wording of the notifications.
import { fill } from './fill.ts'
import { decimal, notificationTextsIn, notificationWords, type ToldLevels } from './notification.ts'

export type ChatPost = {
  /** Kind of the event: published, entered, target_reached, stop_moved, note, stopped, closed, expired or cancelled. */
  kind: string
  /** The signal's number. */
  number: number
  instrument: string
  timeframe: string
  /** fr, en, es or it; any other becomes French. */
  language: string
  /** In R, as decimal text, for a closed signal. */
  result: string | null
  /** The signed line of the chain's head, included for later verification. */
  head: string
  /** The fields from here are absent where the chat may not read levels. Prices and shares (per cent) are decimal text. */
  price?: string | null | undefined
  note?: string | null | undefined
  levels?: ToldLevels | undefined
  targets?: readonly { price: string; share: string }[] | undefined
}

const ENDS = new Set(['stopped', 'closed', 'expired', 'cancelled'])

/** `siteUrl` has no trailing slash. Throws a RangeError for an unknown event. */
export function chatPost(post: ChatPost, siteUrl: string): string {
  const texts = notificationTextsIn(post.language)
  const link = `${siteUrl}/signaux?signal=${post.number}`
  const { head } = post
  return [...wordsOf(post), link, '', texts.mail.risk, fill(texts.ledgerHead, { head })].join('\n')
}

function wordsOf(post: ChatPost): string[] {
  const { kind, language, levels } = post
  const texts = notificationTextsIn(language)
  const { instrument, timeframe } = post
  const number = String(post.number)
  const parameters = { number, instrument, timeframe, ...(post.result ? { result: post.result } : {}) }
  if (kind === 'published' && !levels) {
    return [fill(texts.chat.teaser, parameters), fill(texts.chat.teaserBody, parameters)]
  }
  const published = { kind: 'signal_published', parameters, language }
  if (kind === 'published') {
    const { title, body } = notificationWords(published)
    return [title, ...levelsOf(post), body]
  }
  const { title, body } = notificationWords({
    kind: `event_${kind}`,
    parameters,
    language,
    levels: levels ? { price: post.price ?? null, note: post.note ?? null } : null,
  })
  if (!ENDS.has(kind)) return [title, body, ...(post.note ? [notificationWords(published).body] : [])]
  const [first = '', ...targets] = levelsOf(post)
  return [title, body, ...(first ? [fill(texts.chat.opened, { levels: first }), ...targets] : [])]
}

function levelsOf({ levels, targets = [], number, instrument, timeframe, language }: ChatPost): string[] {
  if (!levels) return []
  const { target } = notificationTextsIn(language).chat
  const parameters = { number, instrument, timeframe }
  const { body } = notificationWords({ kind: 'signal_published', parameters, language, levels })
  return [
    body,
    ...targets.map(({ price, share }, place) =>
      fill(target, {
        position: String(place + 1),
        price: decimal(price, language),
        share: decimal(share, language),
      }),
    ),
  ]
}
