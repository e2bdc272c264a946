/** Texts of a feature in one language: keys lead to texts or to groups of texts. */
export type Texts = { readonly [name: string]: string | Texts }
export type Values = Readonly<Record<string, string | number | null | undefined>>

const plurals = new Map<string, Intl.PluralRules>()

/**
 * The text under a dotted key, with each `{{name}}` replaced by its value. With a `count`, the text whose key ends in the
 * plural form (`_one`, `_other`, …) is used. Null for a key without a text.
 */
export function translate(texts: Texts, key: string, language: string, values: Values = {}): string | null {
  const text = findPlural(texts, key, language, values.count) ?? find(texts, key)
  return text?.replace(/{{\s*(\w+)\s*}}/g, (_, name: string) => String(values[name] ?? '')) ?? null
}

function findPlural(texts: Texts, key: string, language: string, count: Values[string]): string | null {
  if (typeof count !== 'number') return null
  const rules = plurals.get(language) ?? new Intl.PluralRules(language)
  plurals.set(language, rules)
  return find(texts, `${key}_${rules.select(count)}`) ?? find(texts, `${key}_other`)
}

function find(texts: Texts, key: string): string | null {
  let found: string | Texts | undefined = texts
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return null
    found = found[name]
  }
  return typeof found === 'string' ? found : null
}

export type Piece = string | { tag: string; text: string }

/**
 * A text split at its tags: `Lire <terms>les conditions</terms>.` is a text, a tag with its text, and a text. Tags do not
 * nest.
 */
export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let end = 0
  for (const match of text.matchAll(/<(\w+)>(.*?)<\/\1>/gs)) {
    if (match.index > end) found.push(text.slice(end, match.index))
    found.push({ tag: match[1] as string, text: match[2] as string })
    end = match.index + match[0].length
  }
  if (end < text.length) found.push(text.slice(end))
  return found
}
