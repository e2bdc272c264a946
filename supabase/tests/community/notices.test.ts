import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import {
  answer,
  ask,
  caseAbout,
  colleague,
  type Person,
  person,
  refusal,
  sendDecisions,
  thread,
} from './moderation-people.ts'

let vigie: Product
let alix: Person
let kevin: Person
let ines: Person
let claire: Person
let place: string
beforeAll(async () => {
  vigie = await product()
  ;[alix, kevin] = [await person(vigie), await person(vigie)]
  ;[ines, claire] = [await colleague(vigie), await colleague(vigie, 'admin')]
  place = (await thread(alix, 'Comment placez-vous vos stops ?')).id
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(() => vigie.admin.query('delete from _server.mail_outbox'))

const GIVEN = {
  reason: 'insult',
  words: 'Ce message insulte une personne nommée.',
  name: 'Jeanne Passante',
  mail: 'jeanne@example.org',
  good_faith: true,
  language: 'es',
}
const at = (position: number) => `https://vigie.example/communaute?sujet=${place}&message=${position}`
const file = (given: Record<string, unknown>) =>
  ask<{ code: string }>(vigie.as.visitor, 'file_notice', { ...GIVEN, ...given })
const refused = (given: Record<string, unknown>) =>
  refusal(vigie.as.visitor, 'file_notice', { ...GIVEN, ...given })
const mails = async () =>
  (await vigie.admin.query('select to_address, template, data from _server.mail_outbox order by id'))
    .rows as { to_address: string; template: string; data: Record<string, unknown> }[]
const forget = () => vigie.admin.query('update private.notice_senders set source = null, mail = null')

describe('a notice without an account', () => {
  it('[S-109] names the place, reason and sender, declares good faith, and gets a receipt by mail and a code', async () => {
    const written = await answer(kevin, place, 'Tu es vraiment nul.')
    const { code } = await file({ place: at(written.position!) })
    expect(code).toMatch(/^[A-Z2-9]{12}$/)
    expect(await mails()).toMatchObject([
      {
        to_address: 'jeanne@example.org',
        template: 'notice_received',
        data: { Code: code, Data: { locale: 'es' } },
      },
    ])
    expect(await ask(vigie.as.visitor, 'notice_state', { code: ` ${code.toLowerCase()}` })).toMatchObject({
      reason: 'insult',
      outcome: null,
      decided_at: null,
    })
    expect(await ask(vigie.as.visitor, 'notice_state', { code: 'AAAAAAAAAAAA' })).toBeNull()
    const [row] = await ask<{ subject: string; sources: unknown }[]>(ines.client, 'moderation_queue')
    expect(row).toMatchObject({ subject: written.id, kind: 'post', sources: { notices: 1, shield: false } })
    const told = await ask<{ notices: unknown[] }>(ines.client, 'moderation_case', {
      case_id: await caseAbout(vigie, written.id),
    })
    expect(told.notices).toMatchObject([{ reason: 'insult', words: GIVEN.words, member: null, crime: false }])
    // Staff do not need to know who it was.
    expect(JSON.stringify(told)).not.toMatch(/Jeanne|jeanne@/)
  })

  it('is told the decision with its redress', async () => {
    const [row] = await ask<{ id: string }[]>(ines.client, 'moderation_queue')
    await ask(ines.client, 'decide', { case_id: row?.id, reasons: ['insult'], measure: 'hide' })
    expect((await mails()).map(({ template }) => template)).toEqual([])
    await sendDecisions(vigie)
    expect(await mails()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          to_address: 'jeanne@example.org',
          template: 'notice_decided',
          data: expect.objectContaining({ Outcome: 'upheld' }),
        }),
      ]),
    )
    // Who was reported does not learn by whom.
    const [own] = await ask<unknown[]>(kevin.client, 'my_decisions')
    expect(JSON.stringify(own)).not.toMatch(/Jeanne|jeanne/)
  })

  it('about another place is a case of its own, with the address', async () => {
    await forget()
    await file({ place: 'https://vigie.example/communaute?membre=nobody', reason: 'illegal' })
    const rows = await ask<{ kind: string; excerpt: string; author: unknown }[]>(
      ines.client,
      'moderation_queue',
    )
    expect(rows).toMatchObject([
      { kind: 'place', excerpt: 'https://vigie.example/communaute?membre=nobody', author: null },
    ])
  })

  it('needs place, name, mail, reason, words and good faith; abuse of minors may be reported without a name', async () => {
    await forget()
    expect(await refused({ place: 'le message de Kévin' })).toBe('place_missing')
    expect(await refused({ place: at(1), name: ' ' })).toBe('name_missing')
    expect(await refused({ place: at(1), mail: 'jeanne' })).toBe('mail_wrong')
    expect(await refused({ place: at(1), mail: null })).toBe('mail_wrong')
    expect(await refused({ place: at(1), reason: 'whatever' })).toBe('reason_unknown')
    expect(await refused({ place: at(1), words: 'Nul.' })).toBe('words_missing')
    expect(await refused({ place: at(1), good_faith: false })).toBe('good_faith_missing')
    expect(await refused({ place: at(1), reason: 'minors', name: null, mail: null })).toBeNull()
  })

  it('of a crime against life or safety is marked, comes first and reaches every admin at once', async () => {
    await forget()
    await file({ place: at(1), reason: 'threat', words: 'Il menace de mort une personne nommée.' })
    expect((await mails()).map(({ template }) => template).sort()).toEqual(
      expect.arrayContaining(['crime_suspected', 'notice_received']),
    )
    const rows = await ask<{ harm: number; subject: string }[]>(ines.client, 'moderation_queue')
    expect(rows[0]).toMatchObject({ harm: 4, subject: place })
  })

  it('is limited to five an hour from one network and five a day to one address', async () => {
    await forget()
    for (let nth = 0; nth < 5; nth++) await file({ place: at(1), mail: `sender${nth}@example.org` })
    expect(await refused({ place: at(1), mail: 'sender6@example.org' })).toBe('too_many_notices')
    await vigie.admin.query('update private.notice_senders set source = null')
    await vigie.admin.query(`update private.notice_senders set mail = 'Victim@example.org'`)
    expect(await refused({ place: at(1), mail: 'victim@example.org' })).toBe('too_many_notices')
    await forget()
    expect(await refused({ place: at(1) })).toBeNull()
  })

  it('keeps name and address until six months after the decision, and the network for a day', async () => {
    await file({ place: at(1), mail: 'kept@example.org' })
    const kept = async () =>
      (await vigie.admin.query(`select source from private.notice_senders where mail = 'kept@example.org'`))
        .rows
    await vigie.admin.query(`select private.trim_notices(now() + interval '2 days')`)
    expect(await kept()).toEqual([{ source: null }])
    await ask(ines.client, 'decide', {
      case_id: await caseAbout(vigie, place),
      reasons: [],
      measure: 'nothing',
    })
    await sendDecisions(vigie)
    await vigie.admin.query(`select private.trim_notices(now() + interval '5 months')`)
    expect(await kept()).toHaveLength(1)
    await vigie.admin.query(`select private.trim_notices(now() + interval '7 months')`)
    expect(await kept()).toEqual([])
  })
})

describe('a member’s report', () => {
  it('gets a receipt and a decision; the same member reports the same thing once', async () => {
    const written = await answer(kevin, place, 'Achetez mon indicateur, lien affilié.')
    const given = {
      subject: written.id,
      reason: 'advertising',
      words: 'Une affiliation qui n’est pas annoncée.',
      good_faith: true,
    }
    const { code } = await ask<{ code: string }>(alix.client, 'report', given)
    expect(await refusal(alix.client, 'report', given)).toBe('already_reported')
    expect(await refusal(kevin.client, 'report', given)).toBe('own_words')
    expect(
      await refusal(alix.client, 'report', { ...given, subject: '00000000-0000-4000-8000-000000000000' }),
    ).toBe('no_such_subject')
    expect(await refusal(vigie.as.visitor, 'report', given)).not.toBeNull()
    expect(await ask(alix.client, 'my_notices')).toMatchObject([
      { code, reason: 'advertising', outcome: null },
    ])
    expect(await ask(kevin.client, 'my_notices')).toEqual([])
    await ask(ines.client, 'decide', {
      case_id: await caseAbout(vigie, written.id),
      reasons: ['advertising'],
      measure: 'hide',
    })
    await sendDecisions(vigie)
    expect(await ask(alix.client, 'my_notices')).toMatchObject([{ outcome: 'upheld', decision: null }])
    const { data } = await alix.client.from('notifications').select('kind').order('id')
    expect(data?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['notice_received', 'notice_decided']),
    )
  })

  it('in vain can be appealed by its sender, and another person decides', async () => {
    const written = await answer(kevin, place, 'Un avis tranché.')
    await ask(alix.client, 'report', {
      subject: written.id,
      reason: 'insult',
      words: 'Je me sens visée par ce message.',
      good_faith: true,
    })
    const made = await ask<{ decision: string }>(ines.client, 'decide', {
      case_id: await caseAbout(vigie, written.id),
      reasons: [],
      measure: 'nothing',
    })
    await sendDecisions(vigie)
    const [own] = await ask<{ outcome: string; decision: string }[]>(alix.client, 'my_notices')
    expect(own).toMatchObject({ outcome: 'rejected', decision: made.decision })
    expect(
      await refusal(kevin.client, 'appeal_decision', { decision_id: made.decision, words: 'Et moi ?' }),
    ).toBe('no_such_decision')
    const appeal_id = await ask(alix.client, 'appeal_decision', {
      decision_id: made.decision,
      words: 'Relisez la fin.',
    })
    await ask(claire.client, 'decide_appeal', { appeal_id, overturn: true, words: 'À revoir, en effet.' })
    expect(await ask(ines.client, 'moderation_queue')).toEqual(
      expect.arrayContaining([expect.objectContaining({ subject: written.id, state: 'open' })]),
    )
  })

  it('can be about a member, and thirty a day at most', async () => {
    await ask(alix.client, 'report', { subject: kevin.id, reason: 'impersonation', good_faith: true })
    await vigie.admin.query(
      `insert into notices (case_id, member, reason, words, good_faith, crime) select (select id from moderation_cases limit 1), $1, 'off_topic', '', true, false from generate_series(1, 30)`,
      [alix.id],
    )
    expect(
      await refusal(alix.client, 'report', { subject: kevin.id, reason: 'promise', good_faith: true }),
    ).toBe('too_many_notices')
  })
})

describe('the rules', () => {
  it('are readable by every machine, with contact points, versions and redress', async () => {
    const told = await ask<{ rules: { number: string; title: Record<string, string> }[] }>(
      vigie.as.visitor,
      'moderation_rules_json',
    )
    expect(told).toMatchObject({
      format: 'vigie-forum-rules',
      version: '2026-11-10',
      automation: { detection: true, decision: false },
      redress: { review_months: 6, court: true },
      contact: {
        authorities: 'contact@vigie.example',
        recipients: 'contact@vigie.example',
        languages: ['fr', 'en'],
      },
    })
    for (const number of ['5.1', '5.3', '6.1', '6.2', '6.4'])
      expect(told.rules.map((rule) => rule.number)).toContain(number)
    for (const { title } of told.rules) expect(Object.keys(title).sort()).toEqual(['en', 'es', 'fr', 'it'])
  })

  it('change in a new version; a decision names the day on which the member accepted them', async () => {
    expect(await ask(kevin.client, 'accept_rules')).toBe('2026-11-10')
    const { error } = await vigie.as.admin
      .from('forum_rules')
      .update({ words: { fr: 'a', en: 'a', es: 'a', it: 'a' } })
      .eq('number', '5.2')
    expect(error).toBeNull()
    const { data } = await vigie.as.visitor.from('forum_rule_versions').select('version').order('version')
    expect(data).toHaveLength(2)
    const written = await answer(kevin, place, 'Gains garantis pour tous.')
    const told = await ask<{ statement: { ground: string } }>(ines.client, 'preview_decision', {
      case_id: await caseAbout(vigie, written.id),
      reasons: ['promise', 'contact'],
      measure: 'hide',
    })
    expect(told.statement.ground).toMatch(/^Règles 6\.2 et 6\.4, acceptées le \d\d\/\d\d\/\d{4}\.$/)
  })

  it('name contact points that admins change', async () => {
    await vigie.as.admin
      .from('contact_points')
      .update({ authorities: 'autorites@vigie.example' })
      .eq('only_row', true)
      .throwOnError()
    expect(await ask(vigie.as.visitor, 'moderation_rules_json')).toMatchObject({
      contact: { authorities: 'autorites@vigie.example', recipients: 'contact@vigie.example' },
    })
    expect(
      (
        await vigie.as.premium
          .from('contact_points')
          .update({ authorities: 'x@y.zz' })
          .eq('only_row', true)
          .select()
      ).data,
    ).toEqual([])
  })
})
