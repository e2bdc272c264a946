/**
 * Parses a CSV body with a header row (RFC 4180: doubled quotes, any line ending). The bare word NULL is null. Returns
 * null for invalid CSV or a row with a wrong number of fields.
 */
export function parseCsv(text: string): Record<string, string | null>[] | null {
  const rows = readRows(text)
  const header = rows?.shift()?.map((cell) => cell.text)
  if (!rows || !header) return null
  const records: Record<string, string | null>[] = []
  for (const row of rows) {
    if (row.length !== header.length) return null
    const values = row.map((cell) => (cell.text === 'NULL' && !cell.quoted ? null : cell.text))
    records.push(Object.fromEntries(header.map((name, index) => [name, values[index] ?? null])))
  }
  return records
}

type Cell = { text: string; quoted: boolean }

const PLAIN = /[^,"\r\n]*/y
const QUOTED = /"((?:[^"]|"")*)"/y
const LINE_END = /\r\n|\n|\r/y

function readRows(text: string): Cell[][] | null {
  const rows: Cell[][] = []
  let row: Cell[] = []
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < text.length || row.length > 0) {
    const quoted = text[at] === '"' ? match(QUOTED) : null
    if (text[at] === '"' && !quoted) return null
    row.push(
      quoted
        ? { text: (quoted[1] ?? '').replaceAll('""', '"'), quoted: true }
        : { text: match(PLAIN)?.[0] ?? '', quoted: false },
    )
    if (text[at] === ',') {
      at++
      continue
    }
    if (at < text.length && !match(LINE_END)) return null
    rows.push(row)
    row = []
  }
  return rows
}
