import { costlyRequests } from './attack/costly-requests.ts'
import { endedSessions } from './attack/ended-sessions.ts'
import { enumeration } from './attack/enumeration.ts'
import { foreignPages } from './attack/foreign-pages.ts'
import { forgedRecords } from './attack/forged-records.ts'
import { forgedTokens } from './attack/forged-tokens.ts'
import { fullDisk } from './attack/full-disk.ts'
import { guessing } from './attack/guessing.ts'
import { otherMembers } from './attack/other-members.ts'
import { payments } from './attack/payments.ts'
import { staffWithoutFactor } from './attack/staff-without-factor.ts'
import { takeover } from './attack/takeover.ts'
import { type Attack, withTarget } from './attack/target.ts'
import { table } from './statistics.ts'

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
