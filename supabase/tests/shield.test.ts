import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { product } from './product.ts'
import { HONEST, SCAMS, UNSEEN } from './shield-texts.ts'

/** The figures are in the names of the tests, so the shield is measured before they are named. */
const vigie = await product()
await vigie.admin.query('update community_members set trust = 2 where staff_role is null')
afterAll(() => vigie.stop())

type Checked = { outcome: string; reasons: string[]; masked: string | null; findings: Finding[] }
type Finding = { rule: string; offset: number | null; length: number | null }
const check = async (text: string, kind = 'post'): Promise<Checked> => {
  const { data, error } = await vigie.as.premium.rpc('check_text', { text, kind })
  if (error) throw error
  return data
}
const caught = await Promise.all(
  SCAMS.map(async ([rules, text]) => ({ rules: rules.split(' '), text, checked: await check(text) })),
)
const honest = await Promise.all(HONEST.map(async (text) => ({ text, checked: await check(text) })))
const missed = caught.filter(({ checked }) => checked.reasons.length === 0)
const blurred = caught.filter(({ rules }) => rules.length > 1)
const disturbed = honest.filter(({ checked }) => checked.outcome !== 'pass')
const flagged = honest.filter(({ checked }) => checked.reasons.length > 0)
if (process.env.SHOW) for (const { rules, text, checked } of caught) if (rules.some((r) => !checked.reasons.includes(r))) console.log(rules, checked.reasons, text)
const unseen = await Promise.all(UNSEEN.scams.map((t) => check(t))); const fresh = await Promise.all(UNSEEN.honest.map((t) => check(t)))
if (process.env.SHOW) { unseen.forEach((c, i) => c.reasons.length || console.log(["miss"], UNSEEN.scams[i])); fresh.forEach((c, i) => c.reasons.length && console.log(["false"], c.findings, UNSEEN.honest[i])) }
const rate = (some: number, of: number) => `${some} of ${of} (${((100 * some) / of).toFixed(1)} %)`

describe('the shield', () => {
  it(`[S-109] misses ${rate(missed.length, SCAMS.length)} of the scams in four languages`, () => {
    expect(caught.map(({ rules, text, checked }) => [text, rules.filter((rule) => !checked.reasons.includes(rule))])).toEqual(
      SCAMS.map(([, text]) => [text, []]),
    )
  })
  it(`[S-109] holds or masks ${rate(disturbed.length, HONEST.length)} of honest texts, and shows ${rate(flagged.length, HONEST.length)} to moderators in vain`, () => {
    expect(disturbed.map(({ text }) => text)).toEqual([])
    expect(flagged.map(({ text, checked }) => [text, checked.findings])).toEqual([])
  })
})
