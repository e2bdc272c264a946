import { globSync, readFileSync } from 'node:fs'
import { LANGUAGES } from 'mails/languages'
import { expect, it } from 'vitest'
import { EVENT_KINDS, EVENT_REASONS } from './event-words.ts'

const schema = (name: string) => readFileSync(globSync(`supabase/schemas/*/${name}.sql`)[0] ?? name, 'utf8')
const words = (text: string) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)
const messagesOf = (language: string) =>
  JSON.parse(readFileSync(`web/src/features/office-money/messages/${language}.json`, 'utf8')) as {
    events: { kinds: Record<string, string>; reasons: Record<string, string> }
  }

const doors = schema('provider_events')
const kindsInSql = words(
  /'kind', ''\) not in \(([^)]+)\)|kind, ''\) not in \(([^)]+)\)/.exec(doors)?.[0] ?? '',
)
const reasonsInSql = [
  ...doors.matchAll(
    /return '([a-z_]+)'; end if|^ *then return '([a-z_]+)'|refusal := '([a-z_]+)'|'(nobody_knows)'/gm,
  ),
  ...(
    /reason:([\s|'a-z_]+)constructor/.exec(readFileSync('payments/src/provider.ts', 'utf8'))?.[1] ?? ''
  ).matchAll(/'([a-z_]+)'/g),
  ...['fold_payments', 'fold_money_back']
    .map(schema)
    .join('\n')
    .matchAll(/'verdicts', [^\]]+\], '"([a-z_]+)"'/g),
]
  .flatMap(([, ...found]) => found.filter((one) => one !== undefined))
  // These are outcomes of processing an event, not reasons for refusing it.
  .filter((one) => !['duplicate', 'refused', 'waiting'].includes(one))

it('has a label in four languages for every event kind that the database accepts', () => {
  expect(new Set(kindsInSql)).toEqual(new Set(EVENT_KINDS))
  for (const language of LANGUAGES) {
    const { kinds } = messagesOf(language).events
    expect(Object.keys(kinds).sort(), language).toEqual([...EVENT_KINDS].sort())
    for (const [kind, text] of Object.entries(kinds)) expect(text, `${language} ${kind}`).not.toMatch(/^$|_/)
  }
})

it('has a label in four languages for every reason for which the database refuses an event', () => {
  expect(new Set(reasonsInSql)).toEqual(new Set(EVENT_REASONS))
  for (const language of LANGUAGES) {
    const { reasons } = messagesOf(language).events
    expect(Object.keys(reasons).sort(), language).toEqual([...EVENT_REASONS].sort())
  }
})
