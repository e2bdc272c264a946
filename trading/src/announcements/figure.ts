// Reads figures and periods as feeds write them. The database converts a figure's letter to the unit of its indicator.
const FIGURE = /^([+\-−–]?)\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,8})?\s*(%|k|K|M|Mn|B|Bn|T)?$/
const LETTERS: Readonly<Record<string, string>> = { k: 'K', K: 'K', M: 'M', Mn: 'M', B: 'B', Bn: 'B', T: 'T' }

/**
 * "222K", "-13.5", "2.6%", "1,024.5" as "222K", "-13.5", "2.6", "1024.5"; undefined for what is empty or no single figure ("<0.10%",
 * "1.4|2.1", a vote): such a text is shown by nobody as a value.
 */
export function figure(text: string | number | null | undefined): string | undefined {
  const [, sign = '', whole = '', part = '', letter = ''] = FIGURE.exec(String(text ?? '').trim()) ?? []
  if (whole === '') return undefined
  return `${sign && sign !== '+' ? '-' : ''}${whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')}${part}${LETTERS[letter] ?? ''}`
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const QUARTERS: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
}

/** The number of an English month by its first three letters, from 1; undefined for anything else. */
export const monthOf = (name: string): number | undefined => {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return index < 0 ? undefined : index + 1
}

/** "October 2026", "Oct 2026", "Third Quarter 2026", "Q3 2026", "3rd quarter 2026" as 2026-10 or 2026-Q3. */
export function period(text: string): string | undefined {
  const quarter =
    /\b(?:Q([1-4])|(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: of)?),? (\d{4})\b/i.exec(text)
  if (quarter) return `${quarter[3]}-Q${quarter[1] ?? QUARTERS[quarter[2]!.toLowerCase()]}`
  for (const [, name = '', year] of text.matchAll(/\b([A-Za-z]{3,9})\.? (\d{4})\b/g)) {
    const month = monthOf(name)
    if (month) return `${year}-${String(month).padStart(2, '0')}`
  }
  return undefined
}

/** What is announced without its period: "Consumer Price Index for October 2026" as "Consumer Price Index". */
export const withoutPeriod = (title: string): string =>
  title
    .replace(
      /[\s,(–-]*(?:for|in)?\s*(?:the )?(?:Q[1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th) quarter(?: of)?|[A-Za-z]{3,9}\.?),? \d{4}\)?\s*$/i,
      (found) => (period(found) ? '' : found),
    )
    .trim()
