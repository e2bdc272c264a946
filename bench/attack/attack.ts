import { table } from '../statistics.ts'
import { costlyRequests } from './costly-requests.ts'
import { endedSessions } from './ended-sessions.ts'
import { enumeration } from './enumeration.ts'
import { foreignPages } from './foreign-pages.ts'
import { forgedRecords } from './forged-records.ts'
import { forgedTokens } from './forged-tokens.ts'
import { fullDisk } from './full-disk.ts'
import { guessing } from './guessing.ts'
import { otherMembers } from './other-members.ts'
import { payments } from './payments.ts'
import { staffWithoutFactor } from './staff-without-factor.ts'
import { takeover } from './takeover.ts'
import { type Attack, withTarget } from './target.ts'

/** Bounded attacks on a running product, on loopback only; any success fails the run. */
const CLASSES: readonly (readonly [name: string, attack: Attack])[] = [
  ['records rewritten with every hash right', forgedRecords],
  ['tokens that nobody issued', forgedTokens],
  ['rows of other members', otherMembers],
  ['staff without their second factor', staffWithoutFactor],
  ['an account from a session left open', takeover],
  ['sessions that ended', endedSessions],
  ['guessed passwords', guessing],
  ['who has an account', enumeration],
  ['requests that cost much', costlyRequests],
  ['files beyond the quota', fullDisk],
  ['pages of other sites', foreignPages],
  ['payments that nobody made', payments],
]

export const measure = (): Promise<string> =>
  withTarget(async (target) => {
    const rows: string[][] = []
    const successes: string[] = []
    for (const [name, attack] of CLASSES) {
      await target.database.query('delete from _server.rate_limits')
      const outcome = await attack(target)
      rows.push([name, String(outcome.attempts), String(outcome.successes.length)])
      successes.push(...outcome.successes.map((success) => `${name}: ${success}`))
    }
    if (successes.length > 0)
      throw new Error(`${successes.length} attacks succeeded:\n${successes.join('\n')}`)
    return table(['attack', 'attempts', 'successes'], rows)
  })
