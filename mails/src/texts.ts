import en from '../messages/en.json' with { type: 'json' }
import es from '../messages/es.json' with { type: 'json' }
import fr from '../messages/fr.json' with { type: 'json' }
import it from '../messages/it.json' with { type: 'json' }

export type MailTexts = typeof fr
export const texts = { fr, en, es, it } satisfies Record<string, MailTexts>
export type MailLanguage = keyof typeof texts
export const MAIL_LANGUAGES = Object.keys(texts) as MailLanguage[]

export const chooseLanguage = (wished: string): MailLanguage =>
  MAIL_LANGUAGES.find((language) => language === wished) ?? 'fr'
