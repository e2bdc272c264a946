import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from 'mails/languages'
import { describe, expect, it } from 'vitest'

/** Buttons are in the imperative in Italian; a sentence may hold an infinitive. */
const ITALIAN_BUTTON =
  /^(usare|provare|salvare|annullare|verificare|scaricare|aprire|chiudere|vedere|confermare|scegliere|pagare|gestire|sostituire) [^.?]*$/i

/**
 * One word for one thing in the texts that people read. Each row says what is not written, and what is written instead; words
 * that mean something else in other places are bounded by their neighbours.
 */
const NOT_WRITTEN: Readonly<Record<Language, readonly (readonly [not: RegExp, instead: string])[]>> = {
  fr: [
    [/\bcourtiers?\b/i, 'broker'],
    [/contrat renoncé/i, 'renonciation au contrat'],
    [/\bpermis(es?)?\b/i, 'autorisé'],
    [/\bsoulignés?\b(?= ?[,.]| ou)|tirets ou soulignés?|un souligné\b/i, 'tiret bas'],
    [/drawdown/i, 'perte maximale'],
    [/^suiveuse\b/i, 'perte maximale suiveuse'],
    [/écart achat-vente/i, 'spread'],
    [/(votre|l’)\s?offre premium|limites? de votre offre|\bmon offre\b|^offre$/i, 'formule'],
    [/lit l’état du serveur/i, 'ce dont le lecteur a besoin'],
  ],
  en: [
    [/no (bank )?card (is )?needed/i, 'no card required'],
    [/\bmeans of payment\b/i, 'payment method'],
    [/\bhead of the chain\b/i, 'chain head'],
    [/\bcurve in R\b/i, 'equity curve (R)'],
    [
      /\b(due now|to pay today|premium signals at publication)\b/i,
      'due today, every signal the moment it is published',
    ],
    [/\b(largest|biggest) drawdown\b/i, 'max. drawdown'],
    [/\blog(ged|ging)?[ -](in|out)\b/i, 'sign in, sign out'],
  ],
  es: [
    [/esperanza/i, 'expectativa'],
    [
      /\brecomendados?\b|^recomendaci(ón|ones)( y .*)?$|\b(enlace|programa|reglas|comisiones) de recomendaci/i,
      'referidos',
    ],
    [/\b(señales|lecciones|clases) libres\b|\bchat libre\b/i, 'gratuitas'],
    [/número de IVA/i, 'NIF-IVA'],
    [/\bsocios?\b/i, 'bróker asociado'],
    [/\bbrókers\b/i, 'brókeres'],
    [/\bbalances?\b/i, 'historial, o repaso de una sesión'],
    [
      /(?<!\p{L})(tú|tus?|ti|te|contigo|tuy[oa]s?|has|puedes|quieres|tienes|eres|estás|debes|sigues|escribes|bloqueas|introduces|habías|hiciste|esperabas|inténtalo|añádelo|recibirás|verás|podrás|tendrás|serás)(?!\p{L})/iu,
      'usted',
    ],
    // These are also third persons, so only as the first word of a sentence.
    [
      /(^|[.:;] )(elige|introduce|selecciona|añade|revisa|busca|describe|menciona|no (abras|envíes|nombres|uses|cierres)|prueba (con|otr[oa])|escribe (un|al)|responde (en|primero))(?!\p{L})/iu,
      'usted',
    ],
  ],
  it: [
    [/\bbilanci(o)?\b/i, 'storico'],
    [/\b(lezioni|segnali) liber[ei]\b/i, 'gratuite'],
    [
      /(?<!\p{L})(voi|vostr[oaie]|siete|avete|potete|dovete|volete|capite|togliete|annotate il|aggiungete|scegliete|chiedete|\p{L}{2,}[aei]te(vi|ne|lo|le|ci))(?!\p{L})/iu,
      'Lei',
    ],
    [
      /(?<!\p{L})(tu|tuo|tua|tuoi|tue|hai|puoi|vuoi|devi|stai|avevi|riceverai|vedrai|potrai|avrai|sarai|dovrai)(?!\p{L})/iu,
      'Lei',
    ],
    // “Sei” is a number too.
    [
      /(?<!\p{L})(non sei|sei (un|una|il|la|già|ancora|stat[oa]|esclus[oa]|iscritt[oa]|sicur[oa]))(?!\p{L})/iu,
      'Lei',
    ],
    // A button says “Scegli”, a sentence says “Scelga”.
    [
      /(^|[.:;] )(scegli|scrivi|descrivi|inserisci|aggiungi|attendi|riprova|menziona|ricarica|rispondi)(?!\p{L})[^.]*\.$/iu,
      'Lei',
    ],
    // Possessives have no capital within a sentence.
    [/(?<=[\p{Ll},»)] )(Suo|Sua|Suoi|Sue)(?!\p{L})/u, 'suo'],
    [ITALIAN_BUTTON, 'l’imperativo'],
  ],
}

const root = join(import.meta.dirname, '../..')
const FILES = [
  'web/src/**/messages',
  'worker/src/**/messages',
  'mails/messages',
  'mails/notification-messages',
]

/** The navigation names the page of the record by what is done there. */
const VERIFY = [
  ['es', 'Verificación'],
  ['it', 'Verifica'],
] as const

type Texts = { readonly [key: string]: string | Texts }

function* textsOf(texts: Texts, at = ''): Generator<[at: string, text: string]> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [`${at}${key}`, value]
    else yield* textsOf(value, `${at}${key}.`)
  }
}

/** What people type into the palette is theirs to choose. */
const theirs = (file: string, at: string) => file.includes('app/palette/') && at.startsWith('words.')

/** Words that somebody agreed to are not rewritten; a new version of the terms takes the preferred ones. */
const agreed = (file: string, at: string) => file.includes('features/legal/') && at.startsWith('terms.')

/** The names of acts and of articles are no buttons. */
const isName = (file: string, at: string) =>
  (file.startsWith('mails/messages/') && at.startsWith('commands.')) ||
  (file.includes('parts/help/') && at.startsWith('links.'))

/** The names of values are not read. */
const withoutValues = (text: string) => text.replaceAll(/\{\{[^}]*\}\}/g, '')

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
    .filter(({ file, at }) => !theirs(file, at) && !agreed(file, at))

  it('are found', () => {
    expect(texts.length).toBeGreaterThan(3000)
  })

  it.each(NOT_WRITTEN[language])('do not say %s but %s', (not) => {
    expect(
      texts
        .filter(({ text }) => not.test(withoutValues(text)))
        .filter(({ file, at }) => !(not === ITALIAN_BUTTON && isName(file, at)))
        .map(({ file, at, text }) => `${file} ${at}: ${text}`),
    ).toEqual([])
  })
})

it.each(VERIFY)('the navigation in %s calls the page of the record %s', (language, name) => {
  const { places } = JSON.parse(readFileSync(join(root, `web/src/app/messages/${language}.json`), 'utf8'))
  expect(places.proof).toBe(name)
})
