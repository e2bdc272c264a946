import { afterAll, describe, expect, it } from 'vitest'
import { product } from '../product.ts'
import { type Person, person } from './moderation-people.ts'
import { HONEST_SAMPLES, LAST_SAMPLES, LATER_SAMPLES, SCAM_SAMPLES, THIRD_SAMPLES } from './shield-samples.ts'
import { HONEST, SCAMS, UNSEEN } from './shield-texts.ts'

/** The rates are in the names of the tests, so the shield is measured before they are named. */
const vigie = await product()
afterAll(() => vigie.stop())

type Finding = { rule: string; offset: number | null; length: number | null }
type Checked = { outcome: string; reasons: string[]; masked: string | null; findings: Finding[] }
const alix = await person(vigie, { name: 'Alix Laurent', trust: 2 })
async function check(text: string, kind = 'post', by: Person = alix): Promise<Checked> {
  const { data, error } = await by.client.rpc('check_text', { text, kind })
  if (error) throw error
  return data as Checked
}
const all = (texts: readonly string[]) => Promise.all(texts.map((text) => check(text)))

const caught = await all(SCAMS.map(([, text]) => text))
const honest = await all(HONEST)
const unseen = { scams: await all(UNSEEN.scams), honest: await all(UNSEEN.honest) }
const half = (texts: readonly string[], rest: number) => texts.filter((_, nth) => nth % 2 === rest)
const samples = {
  read: await all(half(SCAM_SAMPLES, 0)),
  kept: await all(half(SCAM_SAMPLES, 1)),
  later: await all([...LATER_SAMPLES.scams, ...THIRD_SAMPLES.scams]),
  last: await all(LAST_SAMPLES.scams),
  honest: await all([...HONEST_SAMPLES, ...LATER_SAMPLES.honest, ...THIRD_SAMPLES.honest]),
  lastHonest: await all(LAST_SAMPLES.honest),
}
const unnoticed = ({ reasons }: Checked) => reasons.length === 0
const count = (some: readonly Checked[], test: (one: Checked) => boolean) =>
  `${some.filter(test).length} of ${some.length} (${((100 * some.filter(test).length) / some.length).toFixed(1)} %)`
const stopped = ({ outcome }: Checked) => outcome !== 'pass'
const noticed = (one: Checked) => !unnoticed(one)

describe('the shield', () => {
  it(`[S-109] misses ${count(caught, unnoticed)} of the known scams in four languages`, () => {
    expect(
      SCAMS.map(([rules, text], nth) => [
        text,
        rules.split(' ').filter((rule) => !caught[nth]!.reasons.includes(rule)),
      ]),
    ).toEqual(SCAMS.map(([, text]) => [text, []]))
  })

  it(`holds or masks ${count(honest, stopped)} of the known honest texts, and shows ${count(honest, noticed)} to moderators in vain`, () => {
    expect(HONEST.filter((_, nth) => noticed(honest[nth]!))).toEqual([])
  })

  it(`misses ${count(unseen.scams, unnoticed)} of the scams that it was not made from, and stops ${count(unseen.honest, stopped)} of such honest texts`, () => {
    expect(unseen.honest.filter(stopped)).toEqual([])
    expect(unseen.scams.filter(noticed).length).toBeGreaterThan(unseen.scams.length / 2)
  })

  it(`[S-109] notices ${count(samples.kept, noticed)} of the sample scams that were kept apart, and ${count(samples.read, noticed)} of those that were read`, () => {
    expect(samples.kept.filter(noticed).length).toBeGreaterThanOrEqual(0.9 * samples.kept.length)
    expect(samples.read.filter(unnoticed)).toEqual([])
    expect(samples.later.filter(noticed).length).toBeGreaterThanOrEqual(0.9 * samples.later.length)
  })

  it(`notices ${count(samples.last, noticed)} of the scams that were written after its patterns, and holds back ${count(samples.lastHonest, stopped)} of such honest texts`, () => {
    expect(samples.last.filter(noticed).length).toBeGreaterThanOrEqual(samples.last.length / 2)
    expect(samples.lastHonest.filter(stopped)).toEqual([])
  })

  it(`holds back ${count(samples.honest, stopped)} of the honest samples, and shows ${count(samples.honest, noticed)} to moderators in vain`, () => {
    expect(samples.honest.filter(stopped)).toEqual([])
    expect(samples.honest.filter(noticed).length).toBeLessThanOrEqual(0.02 * samples.honest.length)
  })

  it('reads letters that stand apart or are digits, and masks them where they stood', async () => {
    for (const [text, masked] of [
      ['Gains garantis, écrivez-moi sur T.3.l.e.g.r.a.m vite', '⟦promise⟧, écrivez-moi sur ⟦contact⟧ vite'],
      ['Gains garantis, écrivez-moi sur t3l3gr4m vite', '⟦promise⟧, écrivez-moi sur ⟦contact⟧ vite'],
      ['Gains garantis, écrivez-moi sur ᎢᎬᏞᎬᏀᎡᎪᎷ vite', '⟦promise⟧, écrivez-moi sur ⟦contact⟧ vite'],
    ] as const)
      expect([text, (await check(text)).masked]).toEqual([text, masked])
  })

  it('names the place of each finding in the text as it was written, whatever its letters', async () => {
    for (const [text, words] of [
      ['Rejoignez-moi sur Telegram vite', 'Telegram'],
      ['Écris-moi sur Т\u200bеlеgrаm vite', 'Т\u200bеlеgrаm'],
      ['Add me on 𝗧𝗲𝗹𝗲𝗴𝗿𝗮𝗺 now', '𝗧𝗲𝗹𝗲𝗴𝗿𝗮𝗺'],
      ['é́é́ contactez-moi sur ＷｈａｔｓＡｐｐ', 'ＷｈａｔｓＡｐｐ'],
    ] as const) {
      const { findings } = await check(text)
      const [found] = findings
      // Characters as the database and readers count them, not units of UTF-16.
      expect(
        [...text]
          .slice(found!.offset!, found!.offset! + found!.length!)
          .join('')
          .trim(),
      ).toBe(words)
    }
  })

  it('leaves one dangerous finding visible, masks two, and holds a thread with two', async () => {
    expect(await check('Gains garantis pour tous.')).toMatchObject({
      outcome: 'pass',
      reasons: ['promise'],
      masked: null,
    })
    const two = 'Gains garantis, écrivez-moi sur Telegram.'
    expect(await check(two)).toMatchObject({
      outcome: 'shield',
      reasons: ['promise', 'contact'],
      masked: '⟦promise⟧, écrivez-moi sur ⟦contact⟧.',
    })
    expect(await check(two, 'thread')).toMatchObject({ outcome: 'hold', masked: null })
    expect(await check(two, 'title')).toMatchObject({ outcome: 'hold' })
  })

  it('answers a giant text of twenty thousand characters, and refuses a larger one', async () => {
    const giant = `${'a '.repeat(9_900)}Gains garantis`
    expect(await check(giant)).toMatchObject({ reasons: ['promise'] })
    const { error } = await alix.client.rpc('check_text', { text: 'x'.repeat(20_001), kind: 'post' })
    expect(error?.message).toBe('text_too_long')
  })

  it('judges nobody but members, and does not judge staff', async () => {
    expect((await vigie.as.visitor.rpc('check_text', { text: 'x', kind: 'post' })).error).not.toBeNull()
    const { data } = await vigie.as.analyst.rpc('check_text', { text: 'Gains garantis', kind: 'post' })
    expect(data).toMatchObject({ outcome: 'pass', reasons: [], findings: [] })
  })
})

describe('names', () => {
  const shown = async ({ id }: Person) =>
    (await vigie.admin.query('select name, handle from community_members where id = $1', [id])).rows[0]
  const rename = ({ client, account }: Person, first_name: string, last_name = '') =>
    client.from('profiles').update({ first_name, last_name }).eq('id', account)

  it('[S-109] that read like those of staff are refused, in whatever letters', async () => {
    await vigie.admin.query(`update profiles set first_name = 'Claire', last_name = 'Morvan' where id = $1`, [
      vigie.idOf.analyst,
    ])
    for (const [first, last] of [
      ['Claire', 'Morvan'],
      ['CIaire', 'Morvan'],
      ['Сlаirе', 'Моrvаn'],
      ['Claire Morvan', ''],
      ['Morvan', 'Claire'],
      ['ｃｌａｉｒｅ', 'ｍｏｒｖａｎ'],
      ['C l a i r e', 'M.o.r.v.a.n'],
      ['Équipe', 'Vigie'],
      ['Support', ''],
      ['V1gie', 'Officiel'],
      ['Modérateur', ''],
    ]) {
      const { error } = await rename(alix, first!, last)
      expect([first, error?.message]).toEqual([first, 'name_imitates'])
    }
    for (const [first, last] of [
      ['Claire', 'Martin'],
      ['Clara', 'Morvan'],
      ['Paul', 'Vigier'],
      ['Alix', 'Laurent'],
    ])
      expect((await rename(alix, first!, last)).error).toBeNull()
  })

  it('of a sign-up are shown only if they imitate nobody', async () => {
    const { data } = await (await vigie.member()).client.auth.signUp({
      email: `imitator-${Date.now()}@example.com`,
      password: 'a long test password',
      options: { data: { username: 'claire.morvan', first_name: 'CIaire Morvan', last_name: '' } },
    })
    const { rows } = await vigie.admin.query(
      'select id, name, handle from community_members where user_id = $1',
      [data.user?.id],
    )
    expect(rows[0].handle).toMatch(/^membre-[0-9a-f]{12}$/)
    expect(rows[0].name).toBe(rows[0].handle)
  })

  it('step back when somebody with that name becomes staff, and one letter less is a finding', async () => {
    const first = await person(vigie, { name: 'Basile Kerouanton' })
    const near = await person(vigie, { name: 'Basile Kerouanto' })
    await vigie.admin.query(`update profiles set first_name = 'Basile K.', last_name = '' where id = $1`, [
      first.account,
    ])
    const staff = await person(vigie, { name: 'Basile Kerouanton' })
    await vigie.admin.query(`insert into staff (user_id, role) values ($1, 'analyst')`, [staff.account])
    expect((await shown(staff)).name).toBe('Basile Kerouanton')
    await vigie.admin.query(
      `update community_members set name = 'Basile Kerouantom', trust = 2 where id = $1`,
      [near.id],
    )
    expect(await check('Bonjour à tous', 'post', near)).toMatchObject({
      outcome: 'pass',
      reasons: ['impersonation'],
    })
    expect(await check('Écrivez-moi sur Telegram', 'post', near)).toMatchObject({
      outcome: 'shield',
      reasons: ['impersonation', 'contact'],
    })
  })

  it('the same picture as staff is a finding', async () => {
    const copy = await person(vigie)
    await vigie.admin.query(
      `insert into storage.objects (bucket_id, name, metadata) values ('avatars', $1, '{"eTag": "same"}'), ('avatars', $2, '{"eTag": "same"}')`,
      [`${copy.account}/a.webp`, `${vigie.idOf.analyst}/a.webp`],
    )
    expect((await check('Bonjour à tous', 'post', copy)).reasons).toEqual(['impersonation'])
  })
})

describe('warning lists', () => {
  const entries = [
    {
      name: 'https://or-facile-invest.example',
      domain: 'or-facile-invest.example',
      category: 'Biens divers',
      listed_on: '2026-10-02',
    },
    { name: 'Premier Marchés Capital', domain: null, category: 'Forex', listed_on: '2026-09-14' },
    { name: 'Banque du Littoral', domain: null, category: 'Usurpation d’identité', listed_on: '2026-11-06' },
    { name: 'Or', domain: null, category: 'Forex', listed_on: '2026-11-06' },
  ]
  const keep = (rows: unknown[]) =>
    vigie.admin.query('select private.keep_warning_list($1, $2, $3, $4, $5)', [
      'amf',
      'https://amf.example',
      '2026-11-12',
      JSON.stringify(rows),
      '2026-11-20T05:13:00Z',
    ])

  it('[S-109] are compared by address and by name, with the date of the list shown to everybody', async () => {
    await keep(entries)
    for (const [text, words] of [
      ['J’ai ouvert un compte chez Premier Marches-Capital hier.', 'Premier Marches-Capital'],
      ['Leur site est pay.or-facile-invest.example/fr', 'pay.or-facile-invest.example'],
      ['Voir OR-FACILE-INVEST . EXAMPLE', 'OR-FACILE-INVEST . EXAMPLE'],
    ] as const) {
      const { findings, reasons } = await check(text)
      expect([text, reasons]).toEqual([text, ['warned']])
      expect(
        [...text].slice(findings[0]!.offset!, findings[0]!.offset! + findings[0]!.length!).join(''),
      ).toBe(words)
    }
    for (const text of [
      'La Banque du Littoral est ma banque.',
      'L’or monte.',
      'Le premier marché ouvert en capital',
      'monor-facile-invest.example.org',
    ])
      expect([text, (await check(text)).reasons]).toEqual([text, []])
    const { data } = await vigie.as.visitor.from('warning_lists').select('*')
    expect(data).toEqual([
      {
        source: 'amf',
        address: 'https://amf.example',
        list_date: '2026-11-12',
        fetched_at: '2026-11-20T05:13:00+00:00',
        entries: 4,
      },
    ])
  })

  it('are replaced as a whole, and a file that was cut off replaces nothing', async () => {
    await expect(keep(entries.slice(0, 1))).rejects.toThrow('list_is_cut')
    await expect(keep([])).rejects.toThrow('list_is_cut')
    await keep(entries.slice(0, 3))
    const { data } = await vigie.as.visitor.from('warning_list_entries').select('name')
    expect(data).toHaveLength(3)
  })
})

describe('word and link rules', () => {
  const rule = (given: Record<string, unknown>) => vigie.as.analyst.from('moderation_rules').insert(given)

  it('hold, refuse or mask below a trust level, and match words in any letters', async () => {
    for (const given of [
      { kind: 'word', pattern: 'arnaq*', action: 'hold', below_trust: 2 },
      { kind: 'word', pattern: 'mot interdit', action: 'refuse' },
      { kind: 'word', pattern: 'zut', action: 'mask' },
      { kind: 'link', pattern: 'casino.example', action: 'hold' },
    ])
      expect((await rule(given)).error).toBeNull()
    const lena = await person(vigie, { trust: 1 })
    expect(await check('C’est une arnaque', 'post', lena)).toMatchObject({
      outcome: 'hold',
      reasons: ['word'],
    })
    expect(await check('C’est une arnaque')).toMatchObject({ outcome: 'pass' })
    expect(await check('Un mоt  ínterdit ici')).toMatchObject({ outcome: 'refuse', reasons: ['word'] })
    expect(await check('Zut alors')).toMatchObject({ outcome: 'shield', masked: '⟦word⟧ alors' })
    expect(await check('Voir https://www.casino.example/x')).toMatchObject({
      outcome: 'hold',
      reasons: ['link'],
    })
    expect(await check('Voir https://moncasino.example/x et mazut')).toMatchObject({ outcome: 'pass' })
  })

  it('are patterns of words and domains, never expressions, and staff alone read and write them', async () => {
    expect((await rule({ kind: 'link', pattern: '(a+)+$', action: 'hold' })).error?.code).toBe('23514')
    expect((await rule({ kind: 'word', pattern: '((a+)+', action: 'hold' })).error).toBeNull()
    expect(await check('((a+)+')).toMatchObject({ outcome: expect.stringMatching(/pass|hold/) })
    expect((await vigie.as.premium.from('moderation_rules').select()).data).toEqual([])
    expect(
      (await vigie.as.premium.from('moderation_rules').insert({ kind: 'word', pattern: 'x', action: 'hold' }))
        .error,
    ).not.toBeNull()
  })

  it('are tried by staff on a text that is not kept, as a member with some trust would write it', async () => {
    await rule({ kind: 'word', pattern: 'nouveauté*', action: 'hold', below_trust: 2 })
    const attempt = (text: string, trust: number, by = vigie.as.analyst) =>
      by.rpc('try_filters', { text, trust })
    const found = { rule: 'word', offset: 4, length: 10, action: 'hold' }
    expect((await attempt('Une nouveautés, gains garantis', 1)).data).toEqual([
      found,
      { rule: 'promise', offset: 16, length: 14, action: null },
    ])
    expect((await attempt('Une nouveautés', 2)).data).toEqual([])
    for (const by of [vigie.as.visitor, vigie.as.premium])
      expect((await attempt('Une nouveautés', 1, by)).error?.code).toBe('42501')
    expect((await attempt('x'.repeat(20_001), 1)).error?.message).toBe('text_too_long')
  })

  it('links open with trust', async () => {
    const lena = await person(vigie, { trust: 1 })
    const links = (count: number) =>
      Array.from({ length: count }, (_, nth) => `https://a.example/${nth}`).join(' ')
    expect(await check(links(3), 'post', lena)).toMatchObject({ outcome: 'pass' })
    expect(await check(links(4), 'post', lena)).toMatchObject({
      outcome: 'hold',
      reasons: ['too_many_links'],
    })
    expect(await check(links(4))).toMatchObject({ outcome: 'pass' })
  })
})
