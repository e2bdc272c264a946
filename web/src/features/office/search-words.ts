/** At least six digits, with what people write between them. */
const NUMBER = /^\+?[\d\s().-]{6,}$/

/**
 * The words of a search, in lower case and without accents, as the database keeps them. A telephone number is one word: its
 * digits without the zeros that stand for a country or before an area.
 */
export function searchWords(typed: string): readonly string[] {
  const text = typed.trim()
  if (NUMBER.test(text)) return [text.replace(/\(0\)/, '').replace(/\D/g, '').replace(/^0+/, '')]
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean)
}
