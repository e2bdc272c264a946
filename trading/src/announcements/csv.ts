// Reads a table of announcements as staff import it: a line of names, then one announcement a line. Separated by commas, semicolons or
// tabs; `"` quotes. Times are ISO instants, or a day with a time on the clock of a zone.
import { instantsOf } from '../market/zones.ts'
import { type Claim, CURRENCY_COUNTRIES, FeedError, type ReadClaims, readEach } from './claim.ts'
import { figure } from './figure.ts'

const COLUMNS: Readonly<Record<string, string>> = {
  date: 'date',
  day: 'date',
  jour: 'date',
  fecha: 'date',
  data: 'date',
  time: 'time',
  heure: 'time',
  hora: 'time',
  ora: 'time',
  zone: 'zone',
  timezone: 'zone',
  fuseau: 'zone',
  currency: 'currency',
  devise: 'currency',
  divisa: 'currency',
  valuta: 'currency',
  country: 'country',
  pays: 'country',
  impact: 'impact',
  indicator: 'indicator',
  indicateur: 'indicator',
  event: 'title',
  title: 'title',
  titre: 'title',
  publication: 'title',
  period: 'period',
  période: 'period',
  forecast: 'forecast',
  consensus: 'forecast',
  prévision: 'forecast',
  previous: 'previous',
  précédent: 'previous',
  revised: 'revised',
  révisé: 'revised',
  actual: 'actual',
  publié: 'actual',
  key: 'key',
}
const IMPACTS: Readonly<Record<string, Claim['impact']>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  faible: 'low',
  moyen: 'medium',
  fort: 'high',
  bajo: 'low',
  medio: 'medium',
  alto: 'high',
  basso: 'low',
}
const FIGURES = ['forecast', 'previous', 'revised', 'actual'] as const

/** `zone`: of times that name none. Throws FeedError for a table without its columns; a line that cannot be read is a problem. */
export function claimsOfCsv(text: string, zone = 'Europe/Paris'): ReadClaims {
  const lines = rowsOf(text.replace(/^\uFEFF/, ''))
  const names = (lines[0]?.cells ?? []).map((name) => COLUMNS[name.trim().toLowerCase()] ?? '')
  if (!names.includes('date') || !(names.includes('title') || names.includes('indicator')))
    throw new FeedError('no columns date and title')
  const { claims, problems } = readEach(lines.slice(1), ({ cells }) => {
    const row = Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? '').trim()]))
    return claimOf(row, row.zone || zone)
  })
  return {
    claims,
    problems: problems.map(({ line, problem }) => ({ line: lines[line]?.line ?? line, problem })),
    covers: null,
  }
}

function claimOf(row: Record<string, string>, zone: string): Claim {
  const {
    date = '',
    time = '',
    title = '',
    indicator = '',
    currency = '',
    country = '',
    impact = '',
    period = '',
    key = '',
  } = row
  if (!title && !indicator) throw new RangeError('no_title')
  const when = timeOf(date, time, zone)
  const values = Object.fromEntries(
    FIGURES.flatMap((name) => {
      if (!row[name]) return []
      // A decimal comma, as spreadsheets of the continent write it.
      const read = figure(/^[^.,]*,\d{1,2}\s*\D*$/.test(row[name]) ? row[name].replace(',', '.') : row[name])
      if (read === undefined) throw new RangeError(`no_figure: ${name}`)
      return [[name, read]]
    }),
  )
  if (impact && !IMPACTS[impact.toLowerCase()]) throw new RangeError('no_impact')
  if (currency && !/^[A-Z]{3}$/i.test(currency)) throw new RangeError('no_currency')
  const money = currency.toUpperCase()
  return {
    key: key || `${indicator || `${money}|${title}`}|${period || (when.day ?? when.at ?? '').slice(0, 10)}`,
    ...(title && { title, code: money ? `${money}|${title}` : title }),
    ...(indicator && { indicator }),
    ...(money && {
      currency: money,
      country: country.toUpperCase() || CURRENCY_COUNTRIES[money] || money.slice(0, 2),
    }),
    ...(impact && { impact: IMPACTS[impact.toLowerCase()]! }),
    ...(period && { period }),
    ...when,
    ...values,
  }
}

function timeOf(date: string, time: string, zone: string): Pick<Claim, 'at' | 'day' | 'zone' | 'precision'> {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(date)) {
    const at = Date.parse(date)
    if (Number.isNaN(at)) throw new RangeError('no_time')
    return { at: new Date(at).toISOString(), zone, precision: 'exact' }
  }
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  const [, dayFirst, monthFirst, yearLast] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? []
  const iso = year ? `${year}-${month}-${day}` : yearLast ? `${yearLast}-${monthFirst}-${dayFirst}` : ''
  const midnight = Date.parse(`${iso}T00:00:00Z`)
  if (iso === '' || Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(iso))
    throw new RangeError('no_time')
  if (time === '' || /^(all.?day|journée)$/i.test(time)) return { day: iso, zone, precision: 'all_day' }
  if (/^tentative|provisoire$/i.test(time)) return { day: iso, zone, precision: 'tentative' }
  const [, hour, minute] = /^(\d{1,2})[:h](\d\d)$/.exec(time) ?? []
  if (!hour || Number(hour) > 23 || Number(minute) > 59) throw new RangeError('no_time')
  let shown: number[]
  try {
    shown = instantsOf(zone, midnight + Number(hour) * 3_600_000 + Number(minute) * 60_000)
  } catch {
    throw new RangeError('unknown_zone')
  }
  // An hour that the clock skips is none; of one that it shows twice, the first.
  if (shown[0] === undefined) throw new RangeError('no_such_time')
  return { at: new Date(shown[0]).toISOString(), zone, precision: 'exact' }
}

/** Lines with their cells; a quoted cell may hold separators and line breaks. */
function rowsOf(text: string): { line: number; cells: string[] }[] {
  const head = text.slice(0, text.search(/\r?\n|$/))
  const separator = [';', '\t', ','].find((one) => head.includes(one)) ?? ','
  const rows: { line: number; cells: string[] }[] = []
  let [cells, cell, quoted, line, began] = [[] as string[], '', false, 1, 1]
  const end = () => {
    if (cells.length > 0 || cell.trim() !== '') rows.push({ line: began, cells: [...cells, cell] })
    ;[cells, cell, began] = [[], '', line]
  }
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]!
    if (letter === '\n') line += 1
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (letter === '"' && cell.trim() === '') [quoted, cell] = [true, '']
    else if (letter === separator) {
      cells.push(cell)
      cell = ''
    } else if (letter === '\n') end()
    else if (letter !== '\r') cell += letter
  }
  end()
  return rows
}
