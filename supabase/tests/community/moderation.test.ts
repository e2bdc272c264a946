import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const SCAM =
  'GBP/USD en vente sous 1.2700. Mes abonnés font 10 % par mois, c’est garanti, rejoignez mon groupe Telegram.'
const FLAGGED = 'Gains garantis dès la première semaine, sans effort.'
const HONEST = 'Je garde mon stop sous le dernier creux, risque 1 %.'

let vigie: Product
let alix: Person
let kevin: Person
let ines: Person
let claire: Person
let place: string
beforeAll(async () => {
  vigie = await product()
  alix = await person(vigie, { name: 'Alix Laurent' })
  kevin = await person(vigie, { name: 'Kévin Petit' })
  ines = await colleague(vigie)
  claire = await colleague(vigie, 'admin')
  place = (await thread(alix, HONEST)).id
}, 60_000)
afterAll(() => vigie.stop())

type Decided = { decision: string; due_at: string | null; needs_second: boolean }
type Statement = Record<'decision' | 'facts' | 'ground' | 'means' | 'scope' | 'redress', string>
type Row = {
  id: string
  kind: string
  harm: number
  visible: boolean
  subject: string
  reasons: string[]
  author: { name: string }
  state: string
}
const queue = (of_view = 'open', more = {}) =>
  ask<Row[]>(ines.client, 'moderation_queue', { of_view, ...more })
const decide = (subject: string, choice: Record<string, unknown>, by = ines) =>
  caseAbout(vigie, subject).then((case_id) => ask<Decided>(by.client, 'decide', { case_id, ...choice }))
const post = async (id: string) =>
  (await vigie.admin.query('select state, body, reasons from posts where id = $1', [id])).rows[0]
const register = async () =>
  (await vigie.as.visitor.from('moderation_register').select('*').order('number')).data as Record<
    string,
    unknown
  >[]

describe('the queue', () => {
  it('shows one dangerous finding while the text stays visible, and two as masked', async () => {
    const one = await answer(kevin, place, FLAGGED)
    expect(one).toMatchObject({ held: false, shielded: false, reasons: ['promise'] })
    expect((await post(one.id)).state).toBe('published')
    const two = await answer(kevin, place, SCAM)
    expect(two).toMatchObject({ shielded: true, reasons: ['promise', 'contact'] })
    expect((await post(two.id)).body).toMatch(/⟦promise⟧.*⟦contact⟧/)
    expect((await post(two.id)).body).not.toMatch(/10|garanti|Telegram/)
    const rows = await queue()
    // Both are dangerous; the visible one comes first.
    expect(rows.map(({ subject, visible, harm }) => [subject, visible, harm])).toEqual([
      [one.id, true, 3],
      [two.id, false, 3],
    ])
    expect(rows[0]?.author.name).toBe('Kévin P.')
  })

  it('puts harm before exposure before age, and is read page by page', async () => {
    const mild = await answer(kevin, place, 'Un message sans rapport avec le sujet.')
    await ask(alix.client, 'report', { subject: mild.id, reason: 'off_topic', good_faith: true })
    const rude = await answer(kevin, place, 'Tu ne comprends vraiment rien à rien.')
    await ask(alix.client, 'report', {
      subject: rude.id,
      reason: 'insult',
      words: 'Il insulte les débutants.',
      good_faith: true,
    })
    const all = await queue()
    expect(all.map(({ harm }) => harm)).toEqual([3, 3, 2, 1])
    const [first, ...rest] = await queue('open', { most: 2 })
    expect([first?.id, rest[0]?.id]).toEqual(all.slice(0, 2).map(({ id }) => id))
    const next = await queue('open', { after_id: rest[0]?.id, most: 2 })
    expect(next.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id))
  })

  it('tells one case with all that a decision needs, and writes down who saw it', async () => {
    const [first] = await queue()
    const told = await ask(ines.client, 'moderation_case', { case_id: first?.id })
    expect(told).toMatchObject({
      text: FLAGGED,
      before_count: 1,
      findings: [{ rule: 'promise', offset: 0, length: 14, words: 'Gains garantis' }],
      author_file: { posts: expect.any(Number), decisions: [], sanctions: [] },
    })
    expect(told.before).toMatchObject([{ position: 1, body: HONEST }])
    await ask(ines.client, 'moderation_case', { case_id: first?.id })
    const seen = await ask<{ trail: { kind: string; who: string }[] }>(claire.client, 'moderation_case', {
      case_id: first?.id,
    })
    expect(seen.trail.filter(({ kind }) => kind === 'seen')).toHaveLength(2)
  })

  it('is closed to members, and to staff about their own words', async () => {
    const [first] = await queue()
    for (const [name, parameters] of [
      ['moderation_queue', {}],
      ['moderation_case', { case_id: first?.id }],
      ['moderation_figures', {}],
      ['decide', { case_id: first?.id, reasons: ['promise'], measure: 'hide' }],
      ['approve_held', { case_ids: [first?.id] }],
      ['ask_opinion', { case_id: first?.id, question: 'Et toi ?' }],
    ] as const)
      expect([name, await refusal(kevin.client, name, parameters)]).toEqual([name, 'not_staff'])
    const own = await answer(claire, place, 'Notre avis.')
    await ask(alix.client, 'report', { subject: own.id, reason: 'off_topic', good_faith: true })
    expect(
      await refusal(claire.client, 'decide', {
        case_id: await caseAbout(vigie, own.id),
        reasons: [],
        measure: 'nothing',
      }),
    ).toBe('own_case')
    await decide(own.id, { reasons: [], measure: 'nothing' })
  })
})

describe('new members', () => {
  it('[wish §2.3] [wish §2.8] have their first posts approved, not their account, and published under the same id', async () => {
    const noe = await person(vigie, { trust: 0 })
    const first = await answer(noe, place, HONEST)
    expect(first).toMatchObject({ held: true, reasons: ['first_posts'], position: null })
    expect((await queue()).find(({ subject }) => subject === first.id)).toMatchObject({
      kind: 'held',
      visible: false,
    })
    const second = await answer(noe, place, 'Et je note tout.')
    const cases = await Promise.all([caseAbout(vigie, first.id), caseAbout(vigie, second.id)])
    expect(await ask(ines.client, 'approve_held', { case_ids: cases })).toBe(2)
    expect(await post(first.id)).toMatchObject({ state: 'published', body: HONEST })
    expect(await answer(noe, place, 'Une troisième fois.')).toMatchObject({ held: false })
  })

  it('[wish §2.2] have their edits reviewed, and everybody reads the old text until then', async () => {
    const noe = await person(vigie, { trust: 0 })
    await vigie.admin.query('update trust_levels set first_posts = 0 where level = 0')
    const written = await answer(noe, place, HONEST)
    const edited = await ask<{ held: boolean; reasons: string[] }>(noe.client, 'edit_post', {
      post: written.id,
      body: 'Tout autre chose.',
    })
    expect(edited).toMatchObject({ held: true, reasons: ['edit_of_new_member'] })
    expect((await post(written.id)).body).toBe(HONEST)
    const { rows } = await vigie.admin.query('select id from held_posts where edits = $1', [written.id])
    await ask(ines.client, 'approve_held', { case_ids: [await caseAbout(vigie, rows[0].id)] })
    expect((await post(written.id)).body).toBe('Tout autre chose.')
    await vigie.admin.query('update trust_levels set first_posts = 2 where level = 0')
  })

  it('take a text back before anybody looked, and no case stays', async () => {
    const noe = await person(vigie, { trust: 0 })
    const held = await answer(noe, place, HONEST)
    await ask(noe.client, 'withdraw_held', { held: held.id })
    expect((await queue()).map(({ subject }) => subject)).not.toContain(held.id)
  })
})

describe('a decision', () => {
  it('[wish §2.5] masks words, keeps what was removed with its reasons for the author, and says so in the register', async () => {
    const lea = await person(vigie)
    const written = await answer(lea, place, `${HONEST} ${FLAGGED}`)
    await ask(alix.client, 'report', { subject: written.id, reason: 'promise', good_faith: true })
    const case_id = await caseAbout(vigie, written.id)
    const choice = { reasons: ['promise'], measure: 'mask' }
    const preview = await ask<{ statement: Statement; masked: string }>(ines.client, 'preview_decision', {
      case_id,
      ...choice,
    })
    expect(preview.statement).toEqual({
      decision: 'Des mots de votre message sont masqués. Le reste demeure visible.',
      facts: expect.stringMatching(/^Message du \d\d\/\d\d\/\d{4}\u00a0: «\u00a0Gains garantis\u00a0»\.$/),
      ground: expect.stringMatching(/^Règle 6\.2, en vigueur depuis le 10\/11\/2026\.$/),
      means: 'Repéré par un filtre et signalé par une personne, décidé par une personne.',
      scope: 'Tous pays, sans limite de durée.',
      redress:
        'Réexamen gratuit pendant six mois, par une autre personne. Puis un organe certifié de règlement extrajudiciaire des litiges, ou le juge.',
    })
    const made = await ask<Decided>(ines.client, 'decide', {
      case_id,
      ...choice,
      statement: { facts: 'Vous promettez un gain.' },
    })
    expect((await post(written.id)).body).toBe(`${HONEST} ⟦promise⟧ dès la première semaine, sans effort.`)
    // Nobody outside hears of it for thirty seconds.
    expect(await ask(lea.client, 'my_decisions')).toEqual([])
    const before = await register()
    await sendDecisions(vigie)
    const [told] = await ask<Record<string, unknown>[]>(lea.client, 'my_decisions')
    expect(told).toMatchObject({
      id: made.decision,
      measure: 'mask',
      text: `${HONEST} ${FLAGGED}`,
      statement: { facts: 'Vous promettez un gain.' },
      appeal: null,
    })
    const entries = await register()
    expect(entries).toHaveLength(before.length + 1)
    expect(entries.at(-1)).toMatchObject({
      act: 'taken',
      measure: 'mask',
      words: 'mask',
      ground: ['6.2'],
      role: 'analyst',
      automation: 'detection',
      people: 1,
      commitment: told?.commitment,
    })
    // The author alone can show which words they were.
    const { rows } = await vigie.admin.query(
      `select private.commitment($1, to_jsonb($2::text)) as commitment`,
      [told?.nonce, told?.text],
    )
    expect(rows[0].commitment).toBe(entries.at(-1)?.commitment)
    expect(JSON.stringify(entries.at(-1))).not.toContain(ines.account)
    expect(await ask(alix.client, 'my_decisions')).toEqual([])
  })

  it('is undone within thirty seconds, as if it had not been, and not later', async () => {
    const written = await answer(kevin, place, SCAM)
    const shielded = await post(written.id)
    const made = await decide(written.id, { reasons: ['contact'], measure: 'hide' })
    expect((await post(written.id)).state).toBe('hidden')
    expect(await refusal(claire.client, 'undo_decision', { decision_id: made.decision })).toBe('not_allowed')
    await ask(ines.client, 'undo_decision', { decision_id: made.decision })
    expect(await post(written.id)).toEqual(shielded)
    await sendDecisions(vigie)
    expect(await ask(kevin.client, 'my_decisions')).toEqual([])
    const again = await decide(written.id, { reasons: ['contact'], measure: 'hide' })
    await sendDecisions(vigie)
    expect(await refusal(ines.client, 'undo_decision', { decision_id: again.decision })).toBe('too_late')
  })

  it('to do nothing shows what the shield had masked, and counts as its fault', async () => {
    const written = await answer(kevin, place, SCAM)
    await decide(written.id, { reasons: [], measure: 'nothing' })
    expect(await post(written.id)).toMatchObject({ state: 'published', body: SCAM })
    const before = await register()
    await sendDecisions(vigie)
    expect(await register()).toEqual(before)
    const { data } = await vigie.as.visitor.rpc('shield_figures')
    expect(data).toMatchObject({ warnings: expect.any(Number), unfounded: 2 })
  })

  it('refuses a held text with its reasons, and its author keeps the words', async () => {
    const noe = await person(vigie, { trust: 0 })
    const held = await answer(noe, place, 'Un texte hors sujet.')
    await decide(held.id, { reasons: ['off_topic'], measure: 'refuse' })
    await sendDecisions(vigie)
    const [told] = await ask<Record<string, unknown>[]>(noe.client, 'my_decisions')
    expect(told).toMatchObject({
      measure: 'refuse',
      text: 'Un texte hors sujet.',
      statement: {
        decision: 'Votre message n’est pas publié.',
        ground: expect.stringContaining('Règle 5.2'),
      },
    })
    expect((await vigie.admin.query('select from held_posts where id = $1', [held.id])).rowCount).toBe(0)
  })

  it('mutes with an end: writing is refused with reason, end and decision until then', async () => {
    const mathis = await person(vigie)
    const written = await answer(mathis, place, 'Tu ne comprends rien, imbécile.')
    await ask(alix.client, 'report', {
      subject: written.id,
      reason: 'insult',
      words: 'Une injure personnelle.',
      good_faith: true,
    })
    const made = await decide(written.id, {
      reasons: ['insult'],
      measure: 'mute',
      days: 7,
      words_become: 'hide',
    })
    const { error } = await mathis.client.rpc('publish_post', { thread: place, body: HONEST })
    expect(error?.message).toBe('muted')
    expect(JSON.parse(error?.details ?? '{}')).toMatchObject({ reason: 'insult', decision: made.decision })
    expect(await ask(mathis.client, 'my_standing')).toMatchObject({
      sanction: { kind: 'mute', reason: 'insult' },
    })
    expect((await post(written.id)).state).toBe('hidden')
    await sendDecisions(vigie)
    expect(await ask(mathis.client, 'my_decisions')).toMatchObject([
      {
        statement: {
          decision:
            'Votre message n’est plus visible. Vous ne pouvez pas écrire dans la communauté pendant 7 jours.',
          scope: expect.stringMatching(/^Tous pays, jusqu’au/),
        },
      },
    ])
    await vigie.admin.query(
      `update sanctions set starts_at = now() - interval '8 days', ends_at = now() - interval '1 day' where member = $1`,
      [mathis.id],
    )
    expect(await answer(mathis, place, HONEST)).toMatchObject({ held: false })
  })

  it('closes an account with two people only', async () => {
    const zoe = await person(vigie)
    const written = await answer(zoe, place, SCAM)
    const made = await decide(written.id, {
      reasons: ['promise', 'contact'],
      measure: 'close',
      words_become: 'hide',
    })
    expect(made).toMatchObject({ due_at: null, needs_second: true })
    expect((await post(written.id)).state).toBe('shielded')
    expect(await refusal(ines.client, 'second_decision', { decision_id: made.decision, agree: true })).toBe(
      'second_person',
    )
    await ask(claire.client, 'second_decision', {
      decision_id: made.decision,
      agree: true,
      words: 'D’accord.',
    })
    expect((await post(written.id)).state).toBe('hidden')
    const { rows } = await vigie.admin.query(
      'select banned_until > now() as banned from auth.users where id = $1',
      [zoe.account],
    )
    expect(rows).toEqual([{ banned: true }])
    await sendDecisions(vigie)
    expect((await register()).at(-1)).toMatchObject({ measure: 'close', people: 2, ground: ['6.2', '6.4'] })
  })

  it('declined by the second person opens the case again', async () => {
    const zoe = await person(vigie)
    const written = await answer(zoe, place, SCAM)
    const made = await decide(written.id, { reasons: ['contact'], measure: 'ban' })
    await ask(claire.client, 'second_decision', {
      decision_id: made.decision,
      agree: false,
      words: 'Trop sévère.',
    })
    expect((await queue()).find(({ subject }) => subject === written.id)).toMatchObject({ state: 'open' })
    expect(await answer(zoe, place, HONEST)).toMatchObject({ held: false })
  })

  it('needs a reason, a fitting measure and a law where no rule is the ground', async () => {
    const written = await answer(kevin, place, FLAGGED)
    const case_id = await caseAbout(vigie, written.id)
    const refused = (choice: Record<string, unknown>) =>
      refusal(ines.client, 'decide', { case_id, ...choice })
    expect(await refused({ reasons: [], measure: 'mask' })).toBe('reasons_missing')
    expect(await refused({ reasons: ['rude'], measure: 'hide' })).toBe('reason_unknown')
    expect(await refused({ reasons: ['illegal'], measure: 'hide' })).toBe('law_missing')
    expect(await refused({ reasons: ['promise'], measure: 'refuse' })).toBe('measure_unfit')
    expect(await refused({ reasons: ['promise'], measure: 'mute' })).toBe('measure_unfit')
    expect(await refused({ reasons: ['promise'], measure: 'mask', spans: [] })).toBe('nothing_masked')
    expect(await refused({ reasons: ['promise'], measure: 'delete' })).toBe('measure_unknown')
    expect(await refused({ reasons: ['promise'], measure: 'hide', statement: { facts: '' } })).toBe(
      'statement_invalid',
    )
    const [many] = await ask<{ case_id: string; decision?: string }[]>(ines.client, 'decide_many', {
      case_ids: [case_id],
      reasons: ['advertising'],
      measure: 'warn',
    })
    expect(many?.decision).toBeDefined()
    expect(
      await ask(ines.client, 'decide_many', { case_ids: [case_id], reasons: ['promise'], measure: 'warn' }),
    ).toMatchObject([{ refused: 'case_is_decided' }])
    await sendDecisions(vigie)
    const decisions = await ask<{ statement: Statement }[]>(kevin.client, 'my_decisions')
    expect(decisions[0]?.statement).toMatchObject({
      ground: expect.stringMatching(/^Règle 6\.3, .*Loi n° 2023-451\.$/),
      scope: 'Tous pays. L’avertissement reste dans votre dossier.',
    })
  })

  it('about several cases says and does the same to each, but every author’s own facts', async () => {
    const cases = []
    for (const words of [FLAGGED, FLAGGED])
      cases.push(await caseAbout(vigie, (await answer(kevin, place, words)).id))
    const choice = { case_ids: cases, reasons: ['promise'], measure: 'warn', words_become: 'hide' }
    expect(
      await refusal(ines.client, 'decide_many', { ...choice, statement: { facts: 'Le même pour tous.' } }),
    ).toBe('statement_invalid')
    await ask(ines.client, 'decide_many', { ...choice, statement: { scope: 'Dit à chacun dans ces mots.' } })
    const { rows } = await vigie.admin.query(
      `select decided.statement ->> 'scope' as scope, posts.state from moderation_decisions as decided join posts on posts.id = decided.subject where case_id = any ($1)`,
      [cases],
    )
    expect(rows).toEqual(Array(2).fill({ scope: 'Dit à chacun dans ces mots.', state: 'hidden' }))
  })

  it('masks what a moderator chose, wherever it is, under the name they gave it', async () => {
    const written = await answer(kevin, place, 'Gains garantis : appelez Jean au bureau.')
    const case_id = await caseAbout(vigie, written.id)
    await ask(ines.client, 'decide', {
      case_id,
      reasons: ['personal_data'],
      measure: 'mask',
      spans: [[25, 4, 'personal_data']],
    })
    const { rows } = await vigie.admin.query('select body, state from posts where id = $1', [written.id])
    expect(rows).toEqual([{ body: 'Gains garantis : appelez ⟦personal_data⟧ au bureau.', state: 'shielded' }])
  })

  it('is written in the author’s language', async () => {
    for (const [language, said] of [
      ['en', 'Your post is no longer visible.'],
      ['es', 'Su mensaje ya no está visible.'],
      ['it', 'Il suo messaggio non è più visibile.'],
    ] as const) {
      const ann = await person(vigie)
      await vigie.admin.query('update profiles set locale = $2 where id = $1', [ann.account, language])
      const written = await answer(ann, place, FLAGGED)
      await decide(written.id, { reasons: ['promise'], measure: 'hide' })
      await sendDecisions(vigie)
      expect(await ask(ann.client, 'my_decisions')).toMatchObject([{ statement: { decision: said } }])
    }
  })
})

describe('an appeal', () => {
  it('goes to another person, puts the text back and is entered into the register', async () => {
    const jonas = await person(vigie)
    const written = await answer(jonas, place, `${FLAGGED} Ma citation vient d’un livre.`)
    const made = await decide(written.id, { reasons: ['promise'], measure: 'hide' })
    await sendDecisions(vigie)
    expect(
      await refusal(kevin.client, 'appeal_decision', { decision_id: made.decision, words: 'Pas moi.' }),
    ).toBe('no_such_decision')
    const appeal_id = await ask<string>(jonas.client, 'appeal_decision', {
      decision_id: made.decision,
      words: 'Ma citation venait d’un livre.',
    })
    expect(
      await refusal(jonas.client, 'appeal_decision', { decision_id: made.decision, words: 'Encore.' }),
    ).toBe('already_appealed')
    expect(await queue('appeals')).toMatchObject([
      { subject: written.id, appeal: { words: 'Ma citation venait d’un livre.', own_decision: true } },
    ])
    expect(await refusal(ines.client, 'decide_appeal', { appeal_id, overturn: true, words: 'Soit.' })).toBe(
      'other_person',
    )
    await ask(claire.client, 'decide_appeal', { appeal_id, overturn: true, words: 'C’est une citation.' })
    expect((await post(written.id)).state).toBe('published')
    const entries = await register()
    expect(entries.at(-1)).toMatchObject({
      act: 'reversed',
      of_number: entries.at(-2)?.number,
      measure: 'hide',
    })
    expect(await ask(jonas.client, 'my_decisions')).toMatchObject([
      { reversed_at: expect.any(String), appeal: { outcome: 'reversed', answer: 'C’est une citation.' } },
    ])
  })

  it('confirmed changes nothing; after six months none is taken', async () => {
    const jonas = await person(vigie)
    const written = await answer(jonas, place, FLAGGED)
    const made = await decide(written.id, { reasons: ['promise'], measure: 'hide' })
    await sendDecisions(vigie)
    await vigie.admin.query(
      `update moderation_decisions set sent_at = sent_at - interval '7 months' where id = $1`,
      [made.decision],
    )
    expect(
      await refusal(jonas.client, 'appeal_decision', { decision_id: made.decision, words: 'Trop tard.' }),
    ).toBe('too_late')
    await vigie.admin.query(`update moderation_decisions set sent_at = now() where id = $1`, [made.decision])
    const appeal_id = await ask<string>(jonas.client, 'appeal_decision', {
      decision_id: made.decision,
      words: 'Je conteste.',
    })
    const before = await register()
    await ask(claire.client, 'decide_appeal', {
      appeal_id,
      overturn: false,
      words: 'La règle 6.2 est claire.',
    })
    expect((await post(written.id)).state).toBe('hidden')
    expect(await register()).toEqual(before)
  })

  it('publishes a refused text after all', async () => {
    const noe = await person(vigie, { trust: 0 })
    const held = await answer(noe, place, 'Un texte que l’on a mal lu.')
    const made = await decide(held.id, { reasons: ['off_topic'], measure: 'refuse' })
    await sendDecisions(vigie)
    const appeal_id = await ask<string>(noe.client, 'appeal_decision', {
      decision_id: made.decision,
      words: 'C’est le sujet.',
    })
    await ask(claire.client, 'decide_appeal', { appeal_id, overturn: true, words: 'En effet.' })
    expect(await post(held.id)).toMatchObject({ state: 'published', body: 'Un texte que l’on a mal lu.' })
  })
})

describe('trust', () => {
  const facts = {
    posts: 30,
    active_days: 20,
    days: 40,
    useful_members: 4,
    upheld_reports: 0,
    calm_days: null,
  }
  const earned = async (changes: Record<string, unknown>) =>
    (
      await vigie.admin.query('select private.earned_trust($1) as trust', [
        JSON.stringify({ ...facts, ...changes }),
      ])
    ).rows[0].trust

  it('grows with posts, days and what others found useful, never by likes alone', async () => {
    expect(await earned({})).toBe(2)
    expect(await earned({ useful_members: 0 })).toBe(1)
    expect(await earned({ useful_members: 0, upheld_reports: 3 })).toBe(2)
    expect(await earned({ useful_members: 500, posts: 2 })).toBe(0)
    expect(await earned({ posts: 120, active_days: 50, days: 80, useful_members: 12 })).toBe(3)
    expect(await earned({ calm_days: 3 })).toBe(0)
  })

  it('is computed from stored facts once a day, and set back by a measure', async () => {
    const ann = await person(vigie, { trust: 1 })
    await vigie.admin.query('update community_members set trust_at = null where id = $1', [ann.id])
    await vigie.admin.query('select private.reckon_trust(now())')
    expect(
      (await vigie.admin.query('select trust from community_members where id = $1', [ann.id])).rows[0].trust,
    ).toBe(0)
    expect(
      (await vigie.admin.query(`select private.reckon_trust(now() + interval '1 hour') as done`)).rows[0]
        .done,
    ).toBe(0)
    expect(await ask(ann.client, 'my_standing')).toMatchObject({
      trust: 0,
      facts: { posts: 0, useful_members: 0 },
      next: { level: 1, posts: 3 },
      limits: { first_posts: 2, links: 1 },
    })
  })
})

describe('figures and trails', () => {
  it('count what waits and how the promise of 24 hours was kept', async () => {
    expect(await ask(ines.client, 'moderation_figures')).toMatchObject({
      promise_hours: 24,
      appeals: 0,
      overturned: 2,
      open: expect.any(Number),
      kept: expect.any(Number),
    })
    const { data } = await vigie.as.visitor.rpc('moderation_report', { months: 2 })
    expect(data.months).toHaveLength(2)
    expect(data.months[0]).toMatchObject({
      measures: expect.objectContaining({ hide: expect.any(Number) }),
      reversed: 2,
      appeals: 3,
    })
  })

  it('colleagues ask and answer each other in the trail of a case, and staff hear of it live', async () => {
    const [row] = await queue()
    await ask(ines.client, 'ask_opinion', { case_id: row?.id, question: 'Est-ce une promesse ?' })
    await ask(claire.client, 'give_opinion', { case_id: row?.id, words: 'Oui, clairement.' })
    const { trail } = await ask<{ trail: { kind: string; words: string }[] }>(
      ines.client,
      'moderation_case',
      { case_id: row?.id },
    )
    expect(trail.filter(({ kind }) => ['asked', 'opinion'].includes(kind)).map(({ words }) => words)).toEqual(
      ['Est-ce une promesse ?', 'Oui, clairement.'],
    )
    const { rows } = await vigie.admin.query(
      `select payload from realtime.messages where topic = 'staff:moderation' order by inserted_at desc limit 1`,
    )
    expect(Object.keys(rows[0].payload).sort()).toEqual(['epoch', 'id', 'kind', 'number', 'state'])
  })

  it('every act of staff is in the audit log, without the words', async () => {
    const { rows } = await vigie.admin.query(`select distinct table_name from audit_log where actor = $1`, [
      ines.account,
    ])
    expect(rows.map(({ table_name }) => table_name)).toEqual(
      expect.arrayContaining(['moderation_decisions', 'moderation_cases', 'sanctions']),
    )
    const { rows: words } = await vigie.admin.query(
      `select from audit_log where table_name like 'moderation%' and (before::text || after::text) like '%garanti%'`,
    )
    expect(words).toEqual([])
  })
})
