// Owns the SQL of the lists declared in TypeScript: languages, notification categories and kinds, allowances. `npm run db:types`
// writes it, and supabase/tests/schema/registries.test.ts fails if a file is out of date.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LANGUAGES } from '../../mails/src/languages.ts'
import { NOTIFICATION_KINDS } from '../../mails/src/notification.ts'
import { CATEGORIES, DIGEST } from '../../mails/src/notification-categories.ts'
import { ALLOWANCES } from '../../web/src/lib/money/allowance-kinds.ts'

type SqlFunction = { name: string; returns: string; body: string; comment: string }

const array = (names: readonly string[]) => `'{${names.join(',')}}'::text[]`
const categories = Object.entries(CATEGORIES)
const toldBy = (channel: 'in_app' | 'email' | 'push') =>
  array(categories.filter(([, { told }]) => told.includes(channel)).map(([name]) => name))
const numbered = [...categories.map(([name, { number }]) => ({ name, number })), DIGEST].sort(
  (one, other) => one.number - other.number,
)
const kindsIn = Object.entries(
  Object.groupBy(Object.entries(NOTIFICATION_KINDS), ([, { category }]) => category),
).map(
  ([category, kinds = []]) =>
    `    when kind in (${kinds.map(([kind]) => `'${kind}'`).join(', ')}) then '${category}'`,
)

const allowances = Object.entries(ALLOWANCES)
  .map(([kind, { period, otherwise }]) => `('${kind}', '${period}', ${otherwise})`)
  .join(', ')

const FILES: Readonly<Record<string, { from: string; functions: readonly SqlFunction[] }>> = {
  'languages.sql': {
    from: 'mails/src/languages.ts',
    functions: [
      {
        name: 'languages()',
        returns: 'text[]',
        body: `  select ${array(LANGUAGES)}`,
        comment: 'The languages of the product, the first where nobody chose.',
      },
    ],
  },
  'allowances.sql': {
    from: 'web/src/lib/money/allowance-kinds.ts',
    functions: [
      {
        name: 'allowance_kinds()',
        returns: 'table (kind text, period text, otherwise int)',
        body: `  values ${allowances}`,
        comment:
          'What plans measure out: the period it is counted in, and what a plan gives that does not say.',
      },
      {
        name: 'are_allowances(amounts jsonb)',
        returns: 'boolean',
        body: `  select jsonb_typeof(amounts) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(amounts) = 'object' then amounts else '{}' end) as given (kind, amount)
    where not exists (select from private.allowance_kinds() as declared where declared.kind = given.kind)
      or not (given.amount = 'null' or (jsonb_typeof(given.amount) = 'number' and given.amount::text ~ '^[0-9]{1,9}$'))
  )`,
        comment:
          'Whether it is {kind: amount} of declared kinds; an amount is a whole number, or null for without limit.',
      },
    ],
  },
  'notification_kinds.sql': {
    from: 'mails/src/notification-categories.ts and mails/notification-messages/kinds.json',
    functions: [
      {
        name: 'notification_categories()',
        returns: 'text[]',
        body: `  select ${array(categories.map(([name]) => name))}`,
        comment: 'What a member chooses to be told. Matters of the account are told without being chosen.',
      },
      {
        name: 'told_by_default(channel text)',
        returns: 'text[]',
        body: `  select case channel when 'in_app' then ${toldBy('in_app')}\n    when 'email' then ${toldBy('email')}\n    when 'push' then ${toldBy('push')} end`,
        comment: 'The categories that a channel tells a member who never chose.',
      },
      {
        name: 'unsubscribe_categories()',
        returns: 'text[]',
        body: `  select ${array(numbered.map(({ name }) => name))}`,
        comment: 'Categories by their number in the links that end mails; digest is the daily mail.',
      },
      {
        name: 'notification_category(kind text)',
        returns: 'text',
        body: `  select case\n${kindsIn.join('\n')}\n  end`,
        comment: 'The category of a kind of notification; null for a kind that is not declared.',
      },
    ],
  },
}

const signature = ({ name }: SqlFunction) => `private.${name.replace(/\w+ (?=text|jsonb)/g, '')}`

const write = (made: SqlFunction) => `create function private.${made.name} returns ${made.returns}
language sql immutable set search_path = '' as $$
${made.body}
$$;
comment on function ${signature(made)} is '${made.comment}';
`

/** The generated schema files, as paths from the repository's root and texts. */
export const registryFiles = (): { path: string; text: string }[] =>
  Object.entries(FILES).map(([file, { from, functions }]) => ({
    path: join('supabase', 'schemas', 'registries', file),
    text: `-- Made by \`npm run db:types\` from ${from}.
create schema if not exists private;

${functions.map(write).join('\n')}
-- Checks and defaults of a table run with the rights of whoever writes the row.
revoke execute on function ${functions.map(signature).join(', ')} from public;
grant execute on function ${functions.map(signature).join(', ')} to authenticated, service_role;
`,
  }))

/** Writes the files below a root directory. */
export function writeRegistries(root: string): void {
  for (const { path, text } of registryFiles()) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}
