// The words under which a fact of a request would be read in a broker's statement.
import { LANGUAGES } from 'mails/languages'
import type { QueuedRequest } from '../queries.ts'
import type { Fact } from './marks.ts'

/** How old a statement may be. */
const STATEMENT_DAYS = 30
const DAY_MS = 86_400_000

/** For each fact of which the request says something literal, the first word first. What a partner asks for (a deposit) is no such word. */
export function wantedWords(
  {
    member,
    account_number,
    created_at,
  }: Pick<QueuedRequest, 'account_number' | 'created_at'> & {
    member: { first_name: string; last_name: string }
  },
  broker: string | undefined,
): Partial<Record<Fact, readonly string[]>> {
  const [first, last] = [member.first_name.trim(), member.last_name.trim()]
  return {
    // One of the two alone is many people's.
    ...(first && last ? { name: [`${first} ${last}`, `${last} ${first}`, `${last}, ${first}`] } : {}),
    account: [account_number],
    ...(broker ? { broker: [broker] } : {}),
    statement: daysBefore(Date.parse(created_at)).flatMap(spellings),
  }
}

/** From the day of the request, which may be the next one where the member lives, back to the oldest. */
const daysBefore = (moment: number) =>
  Array.from({ length: STATEMENT_DAYS + 2 }, (_, days) => new Date(moment + (1 - days) * DAY_MS))

/** Never the month first: who reads 03/04 cannot know which it is. */
function spellings(day: Date): string[] {
  const [year = '', month = '', date = ''] = day.toISOString().slice(0, 10).split('-')
  return [
    ...['/', '.', '-'].flatMap((mark) => [[date, month, year].join(mark), [year, month, date].join(mark)]),
    ...[...LANGUAGES, 'en-GB'].map((language) =>
      day.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' }),
    ),
  ]
}
