// Reads the AMF's lists of those it warns of, as published on data.gouv.fr: a table with semicolons and the columns nom, categorie and
// date_inscription, whatever their spelling. nom is a name, an address or a mail address.
export type WarningEntry = {
  name: string
  /** The host of an address, or what follows @ of a mail address; null for a name. */
  domain: string | null
  category: string
  /** The day as ISO 8601; null if it cannot be read. */
  listed_on: string | null
}

/** Throws a RangeError for a table without the three columns. */
export function parseWarningList(table: string): WarningEntry[] {
  const [head, ...rows] = cellsOf(table.replace(/^\uFEFF/, ''))
  const columns = (head ?? []).map(plain)
  const at = (name: string) => {
    const index = columns.findIndex((column) => column.startsWith(name))
    if (index < 0) throw new RangeError(`The list has no column "${name}": ${columns.join(', ')}`)
    return index
  }
  const [name, category, day] = [at('nom'), at('categorie'), at('date')]
  return rows.flatMap((row) => {
    const called = (row[name] ?? '').trim().slice(0, 300)
    if (!called) return []
    return [
      {
        name: called,
        domain: domainOf(called),
        category: (row[category] ?? '').trim().slice(0, 300),
        listed_on: dayOf(row[day] ?? ''),
      },
    ]
  })
}

/** Without accents and case, words joined by underscores: "Date d’inscription" → date_d_inscription. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

/** RFC 4180 with semicolons, or with commas where the first line has no semicolon. */
function cellsOf(table: string): string[][] {
  const separator = table.split('\n', 1)[0]?.includes(';') ? ';' : ','
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let place = 0; place < table.length; place++) {
    const sign = table[place]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (table[place + 1] === '"') {
        cell += sign
        place += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator || sign === '\n') {
      rows.at(-1)!.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  rows.at(-1)!.push(cell)
  return rows.filter((row) => row.some((value) => value.trim() !== ''))
}

function domainOf(name: string): string | null {
  const address = name.toLowerCase().replace(/^(?:https?:\/\/)?(?:[^@\s/]+@)?(?:www\.)?/, '')
  const host = /^((?:[a-z0-9-]+\.)+[a-z0-9-]{2,})(?:[/?#:].*)?$/.exec(address)?.[1]
  return host ?? null
}

/** 2026-11-19, 2026-11-19T00:00:00 or 19/11/2026. */
function dayOf(text: string): string | null {
  const iso = /^\s*(\d{4}-\d\d-\d\d)/.exec(text)?.[1]
  const french = /^\s*(\d\d)\/(\d\d)\/(\d{4})/.exec(text)
  const day = iso ?? (french && `${french[3]}-${french[2]}-${french[1]}`)
  return day && !Number.isNaN(Date.parse(day)) ? day : null
}
