import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { KINDS } from './money-line.ts'

/** The arguments of a call, split at its own commas. */
function argumentsAt(text: string, start: number): string[] {
  const found = ['']
  for (let place = start, depth = 0; depth >= 0; place++) {
    const sign = text[place] ?? ')'
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) found.push('')
    else found.push(`${found.pop()}${sign}`)
  }
  return found.map((one) => one.trim())
}

/** The kinds that a piece of SQL can yield: itself, or those of its branches. */
const kindsOf = (sql: string): string[] =>
  [...(sql.startsWith('case') ? sql.matchAll(/(?:then|else) '(\w+)'/g) : sql.matchAll(/^'(\w+)'$/g))].map(
    ([, kind = '']) => kind,
  )

it('has words in four languages for whatever the fold notes of a contract', () => {
  const fold = globSync('supabase/schemas/money/{money_fold,fold_*}.sql')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const noted = new Set([
    ...[...fold.matchAll(/sub_log\(/g)].flatMap(({ index }) =>
      kindsOf(argumentsAt(fold, index + 'sub_log('.length)[2] ?? ''),
    ),
    ...[...fold.matchAll(/happened := ([^;]+);/g)].flatMap(([, sql = '']) => kindsOf(sql)),
  ])
  // A failed payment appears as its payment (billing_timeline leaves the event out).
  noted.delete('payment_failed')
  expect(noted).toContain('past_due')
  expect(noted).toContain('change_dropped')
  expect(noted).toContain('superseded')
  expect([...noted].filter((kind) => !KINDS.some((known) => known === kind))).toEqual([])
  for (const language of ['fr', 'en', 'es', 'it']) {
    const texts = readFileSync(`web/src/features/account/messages/${language}.json`, 'utf8')
    const { lines } = (JSON.parse(texts) as { contract: { lines: Record<string, { title: string }> } })
      .contract
    for (const kind of [...noted, 'other']) expect(lines[kind]?.title, `${language} ${kind}`).toMatch(/\w/)
  }
})
