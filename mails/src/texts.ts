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

/** `{{name}}` becomes its value. Throws where there is none: a mail with a hole must not leave. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new RangeError(`The text "${text}" asks for ${name}.`)
    return value
  })
}
