import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product('demo')
}, 60_000)
afterAll(() => vigie.stop())

type Some<One> = [One, ...One[]]
type Fact = { value: unknown; read_on: string }
type Version = { applies_from: string; source: string; phases: Some<{ target: string }> }
/** The fields of brokers and prop firms that these tests change. */
type Fields = {
  licence_number: Fact
  losing_share: Fact
  accounts: Some<{ slug: string; name: string; minimum_deposit: Fact }>
  affiliate_url: string
  website_url: string
  challenges: Some<{ versions: Some<Version> }>
}
type Texts = Record<'summary' | 'pros', string>
type Document = { fields: Fields; texts: { fr: Texts; en: Texts; it?: Texts } }
const rows = async (statement: string, values: unknown[] = []) =>
  (await vigie.admin.query(statement, values)).rows
const newest = async (slug: string): Promise<{ id: string; version: number; document: Document }> =>
  (
    await rows(
      `select id, item.version, document from content_items as item join content_versions as known on known.item = id and known.version = item.version where slug = $1`,
      [slug],
    )
  )[0]
/** Saves and publishes a changed document. Returns the refusal, or null. */
async function publishChanged(slug: string, change: (document: Document) => void) {
  const { id, version, document } = await newest(slug)
  const changed = structuredClone(document)
  change(changed)
  const { admin } = vigie.as
  const save = async (expected_version: number, kept: Document) =>
    (await admin.rpc('save_content', { item: id, expected_version, document: kept }).throwOnError()).data
  const saved = await save(version, changed)
  const { error } = await admin.rpc('publish_content', { item: id, expected_version: saved })
  if (error) await save(saved, document)
  return error && { message: error.message, hint: error.hint }
}

describe('a broker', () => {
  it('appears in the guide as published, with the day and source of each fact', async () => {
    expect(
      await publishChanged('goelette-exemple', ({ fields }) => {
        fields.licence_number.value = 'EX-0418'
        fields.licence_number.read_on = '2026-01-02'
        fields.accounts.push({ ...fields.accounts[0], slug: 'second', name: 'Second' })
      }),
    ).toBeNull()
    const { data } = await vigie.as.visitor
      .from('brokers')
      .select('licence_number, verified_by, facts, accounts:broker_accounts(slug)')
      .eq('slug', 'goelette-exemple')
      .single()
    expect(data).toMatchObject({
      licence_number: 'EX-0418',
      facts: {
        licence_number: {
          source: 'Registre public (exemple)',
          read_on: '2026-01-02',
          expires_on: '2026-07-01',
        },
        'accounts.second.eurusd_spread_pips': { expires_on: expect.any(String) },
      },
      accounts: [{ slug: 'classic' }, { slug: 'second' }],
    })
  })

  it('shows the French where a text is not translated', async () => {
    expect(await publishChanged('amarre-exemple', ({ texts }) => delete texts.it)).toBeNull()
    const [{ summary, pros }] = await rows(`select summary, pros from brokers where slug = 'amarre-exemple'`)
    expect(summary.it).toBe(summary.fr)
    expect(pros[0].it).toBe(pros[0].fr)
    expect(pros[0].en).not.toBe(pros[0].fr)
  })

  it.each<[string, (document: Document) => void, string, string]>([
    [
      'a share above one',
      ({ fields }) => {
        fields.losing_share.value = '1.2'
      },
      'field_invalid',
      'fields.losing_share',
    ],
    [
      'a deposit that is no whole number',
      ({ fields }) => {
        fields.accounts[0].minimum_deposit.value = 1.5
      },
      'field_invalid',
      'fields.accounts.0.minimum_deposit',
    ],
    [
      'two accounts of one name',
      ({ fields }) => {
        fields.accounts.push(fields.accounts[0])
      },
      'field_invalid',
      'fields.accounts',
    ],
    [
      'a paid link without its sentence',
      ({ fields }) => {
        fields.affiliate_url = 'https://example.com'
      },
      'disclosure_and_link',
      'texts.fr.affiliate_disclosure',
    ],
    [
      'a script for a link',
      ({ fields }) => {
        fields.website_url = 'javascript:alert(1)'
      },
      'field_invalid',
      'fields.website_url',
    ],
    [
      'lists of unlike length',
      ({ texts }) => {
        texts.en.pros = 'One'
      },
      'lines_differ',
      'texts.en.pros',
    ],
    [
      'a text that fills the page',
      ({ texts }) => {
        texts.fr.summary = 'x'.repeat(601)
      },
      'text_too_long',
      'texts.fr.summary',
    ],
  ])('is refused with %s, at the field', async (_, change, message, hint) => {
    expect(await publishChanged('goelette-exemple', change)).toEqual({ message, hint })
  })

  it('that is withdrawn is no longer offered, and is kept for the requests that name it', async () => {
    const { id, version } = await newest('boussole-exemple')
    await vigie.as.freemium
      .rpc('request_qualification', { broker: 'boussole-exemple', account_number: 'A-1' })
      .throwOnError()
    await vigie.as.admin.rpc('withdraw_content', { item: id }).throwOnError()
    expect(
      (await vigie.as.visitor.from('brokers').select('slug').eq('slug', 'boussole-exemple')).data,
    ).toEqual([])
    const { client } = await vigie.member()
    const refused = await client.rpc('request_qualification', {
      broker: 'boussole-exemple',
      account_number: 'A-2',
    })
    expect(refused.error?.message).toBe('no_such_broker')
    await vigie.as.admin.rpc('publish_content', { item: id, expected_version: version }).throwOnError()
    expect(
      (await vigie.as.visitor.from('brokers').select('slug').eq('slug', 'boussole-exemple')).data,
    ).toHaveLength(1)
  })

  it('keeps the address that others know', async () => {
    const { id } = await newest('boussole-exemple')
    const { error } = await vigie.as.admin.rpc('rename_content', { item: id, slug: 'boussole' })
    expect(error).toMatchObject({ message: 'slug_fixed', hint: 'slug' })
  })
})

describe('the rules of a challenge', () => {
  const versions = () =>
    rows(
      `select version, applies_from::text, source from prop_firm_rule_versions where firm = 'drisse-exemple' order by version`,
    )

  it('are added by publishing, and only what is new', async () => {
    const before = await versions()
    expect(
      await publishChanged('drisse-exemple', ({ texts }) => {
        texts.fr.summary += ' Revu.'
      }),
    ).toBeNull()
    expect(await versions()).toEqual(before)
    const added =
      (day: string) =>
      ({ fields }: Document) => {
        const [challenge] = fields.challenges
        challenge.versions.push({ ...challenge.versions[0], applies_from: day, source: 'Annexe 3' })
      }
    expect(await publishChanged('drisse-exemple', added('2000-01-01'))).toEqual({
      message: 'rule_before_the_last',
      hint: 'fields.challenges.0.versions.1.applies_from',
    })
    expect(await publishChanged('drisse-exemple', added('2999-01-01'))).toBeNull()
    expect(await versions()).toEqual([
      ...before,
      { version: 2, applies_from: '2999-01-01', source: 'Annexe 3' },
    ])
  })

  it('are neither changed nor forgotten once they were published', async () => {
    expect(
      await publishChanged('cabestan-exemple', ({ fields }) => {
        fields.challenges[0].versions[0].phases[0].target = '0.09'
      }),
    ).toEqual({ message: 'rules_are_facts', hint: 'fields.challenges.0.versions.0' })
    expect(
      await publishChanged('cabestan-exemple', ({ fields }) => {
        fields.challenges[0].versions.pop()
      }),
    ).toEqual({ message: 'rules_are_facts', hint: 'fields.challenges.0.versions' })
  })

  it('stay readable when the challenge is sold no more', async () => {
    expect(
      await publishChanged('cabestan-exemple', ({ fields }) => {
        fields.challenges.pop()
      }),
    ).toBeNull()
    const { data } = await vigie.as.visitor
      .from('prop_firm_challenges')
      .select('slug')
      .eq('firm', 'cabestan-exemple')
      .order('sort')
    expect(data).toEqual([{ slug: '10k' }, { slug: '50k' }])
    const kept = await rows(
      `select from prop_firm_rule_versions where firm = 'cabestan-exemple' and challenge = '100k'`,
    )
    expect(kept).toHaveLength(2)
  })
})
