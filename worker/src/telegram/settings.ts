// The settings of the Telegram channel, which stand together: a bot, and the chats that it writes to.
import type { Language } from 'mails/languages'

export type ChatName = 'premium' | 'free'

export type TelegramSettings = {
  token: string
  /** Without a slash at the end. */
  apiUrl: string
  chats: ReadonlyMap<ChatName, { id: string; language: Language }>
}

type Given = {
  TELEGRAM_BOT_TOKEN?: string | undefined
  TELEGRAM_API_URL: string
  TELEGRAM_PREMIUM_CHAT?: string | undefined
  TELEGRAM_PREMIUM_LANGUAGE: Language
  TELEGRAM_FREE_CHAT?: string | undefined
  TELEGRAM_FREE_LANGUAGE: Language
}

/** Null without any of them. Throws a RangeError that names the setting. */
export function readTelegramSettings(given: Given): TelegramSettings | null {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_PREMIUM_CHAT: premium, TELEGRAM_FREE_CHAT: free } = given
  if (!token && !premium && !free) return null
  if (!token) throw wrong('TELEGRAM_BOT_TOKEN', 'a chat is named, and only a bot writes to it')
  if (!premium && !free) {
    throw wrong('TELEGRAM_PREMIUM_CHAT', 'TELEGRAM_BOT_TOKEN needs it, or TELEGRAM_FREE_CHAT')
  }
  // The levels would be everybody's.
  if (premium?.startsWith('@')) {
    throw wrong('TELEGRAM_PREMIUM_CHAT', 'a chat with a public name is open to everybody; expected a number')
  }
  if (premium === free) throw wrong('TELEGRAM_FREE_CHAT', 'it is the premium chat')
  const chats = new Map<ChatName, { id: string; language: Language }>()
  if (premium) chats.set('premium', { id: premium, language: given.TELEGRAM_PREMIUM_LANGUAGE })
  if (free) chats.set('free', { id: free, language: given.TELEGRAM_FREE_LANGUAGE })
  return { token, apiUrl: given.TELEGRAM_API_URL.replace(/\/$/, ''), chats }
}

const wrong = (setting: string, why: string) => new RangeError(`The setting ${setting} is wrong: ${why}.`)
