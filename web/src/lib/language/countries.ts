import { LANGUAGES, type Language } from 'mails/languages'

/** The two-letter codes of the countries and territories of ISO 3166-1. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH ' +
  'CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL ' +
  'GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB ' +
  'LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP ' +
  'NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST ' +
  'SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** Where each language of the site is spoken most by its readers, most likely first. */
const SPOKEN_IN: Readonly<Record<Language, string>> = {
  fr: 'FR BE CH LU MC CA RE GP MQ MA TN DZ SN CI',
  en: 'GB IE US CA AU NZ',
  es: 'ES MX AR CO CL PE',
  it: 'IT CH SM',
}

/** The reader's language, then the others. */
export const languagesFrom = (language: Language): readonly Language[] => [
  language,
  ...LANGUAGES.filter((one) => one !== language),
]

/**
 * Every country with its name in a language: first the reader's own ones, then where the languages of the site are spoken, by
 * likelihood, then the others by name.
 */
export function countriesIn(language: Language, own: readonly string[]): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const order = new Intl.Collator(language)
  const all = CODES.split(' ')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => order.compare(one.name, other.name))
  const likely = new Set([...own, ...languagesFrom(language).flatMap((one) => SPOKEN_IN[one].split(' '))])
  const first = [...likely].flatMap((code) => all.find((one) => one.code === code) ?? [])
  return [...first, ...all.filter(({ code }) => !likely.has(code))]
}

/** The codes of all countries. */
export const countryCodes = (): readonly string[] => CODES.split(' ')

/** `Allemagne` for `DE`; the code itself if the language has no name for it. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code

/** The first country in the browser's languages (`fr-BE`), or France. */
export function likelyCountry(languages: readonly string[]): string {
  const known = CODES.split(' ')
  const regions = languages.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1] ?? '')
  return regions.find((region) => known.includes(region)) ?? 'FR'
}
