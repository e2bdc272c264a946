import en from '../messages/en.json' with { type: 'json' }
import es from '../messages/es.json' with { type: 'json' }
import fr from '../messages/fr.json' with { type: 'json' }
import it from '../messages/it.json' with { type: 'json' }
import { isLanguage, type Language } from './languages.ts'

export type MailTexts = typeof fr
export const texts = { fr, en, es, it } satisfies Record<Language, MailTexts>

export const chooseLanguage = (wished: string): Language => (isLanguage(wished) ? wished : 'fr')
