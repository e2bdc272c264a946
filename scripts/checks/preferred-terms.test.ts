import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from 'mails/languages'
import { describe, expect, it } from 'vitest'

/**
 * One word for one thing in the texts that people read. Each row says what is not written, and what is written instead; words
 * that mean something else in other places are bounded by their neighbours.
 */
const NOT_WRITTEN: Readonly<Record<Language, readonly (readonly [not: RegExp, instead: string])[]>> = {
  fr: [
    [/\bcourtiers?\b/i, 'broker'],
    [/contrat renoncé/i, 'renonciation au contrat'],
    [/^permis$/i, 'autorisé'],
    [/\bsoulignés?\b(?= ?[,.]| ou)|tirets ou soulignés?|un souligné\b/i, 'tiret bas'],
    [/drawdown/i, 'perte maximale'],
    [/^suiveuse\b/i, 'perte maximale suiveuse'],
    [/écart achat-vente/i, 'spread'],
    [/(votre|l’)\s?offre premium|limites? de votre offre/i, 'formule'],
    [/lit l’état du serveur/i, 'ce dont le lecteur a besoin'],
  ],
  en: [
    [/no (bank )?card (is )?needed/i, 'no card required'],
    [/\bmeans of payment\b/i, 'payment method'],
    [/\bhead of the chain\b/i, 'chain head'],
    [/\bcurve in R\b/i, 'equity curve (R)'],
    [/\b(largest|biggest) drawdown\b/i, 'max. drawdown'],
    [/\blog(ged|ging)?[ -](in|out)\b/i, 'sign in, sign out'],
  ],
  es: [
    [/esperanza/i, 'expectativa'],
    [/\brecomendados?\b/i, 'referidos'],
    [/bróker(es)? socios?\b/i, 'bróker asociado'],
    [/\bbrókers\b/i, 'brókeres'],
    [/\bbalances?\b/i, 'historial, o repaso de una sesión'],
    [/\b(tú|tuyo|tuya|puedes|quieres|tienes|eres|estás|inténtalo|recibirás|verás|podrás)\b/i, 'usted'],
  ],
  it: [
    [/\bbilanci(o)?\b/i, 'storico'],
    [/\b(tuo|tua|tuoi|tue|puoi|vuoi|devi)\b/i, 'Lei'],
    // Buttons are in the imperative; a sentence may hold an infinitive.
    [/^(usare|provare|salvare|annullare|verificare|scaricare|aprire|chiudere) [^.?]*$/i, 'l’imperativo'],
  ],
}

const root = join(import.meta.dirname, '../..')
const FILES = [
  'web/src/**/messages',
  'worker/src/**/messages',
  'mails/messages',
  'mails/notification-messages',
]

type Texts = { readonly [key: string]: string | Texts }

function* textsOf(texts: Texts, at = ''): Generator<[at: string, text: string]> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [`${at}${key}`, value]
    else yield* textsOf(value, `${at}${key}.`)
  }
}

/** What people type into the palette is theirs to choose. */
const theirs = (file: string, at: string) => file.includes('app/palette/') && at.startsWith('words.')

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = FILES.flatMap((folder) => globSync(`${folder}/${language}.json`, { cwd: root }))
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) =>
      [...textsOf(JSON.parse(readFileSync(join(root, file), 'utf8')))].map(([at, text]) => ({
        file,
        at,
        text,
      })),
    )
    .filter(({ file, at }) => !theirs(file, at))

  it('are found', () => {
    expect(texts.length).toBeGreaterThan(3000)
  })

  it.each(NOT_WRITTEN[language])('do not say %s but %s', (not) => {
    expect(
      texts.filter(({ text }) => not.test(text)).map(({ file, at, text }) => `${file} ${at}: ${text}`),
    ).toEqual([])
  })
})
