import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { ticketStage } from './ticket-stage.ts'

let vigie: Product
let stage: ReturnType<typeof ticketStage>
beforeAll(async () => {
  vigie = await product()
  stage = ticketStage(vigie)
}, 60_000)
afterAll(() => vigie.stop())
afterEach(() => stage.anotherDay())

const query = async (text: string, values: unknown[] = []) => (await vigie.admin.query(text, values)).rows

describe('a ticket', () => {
  it('[S-114] opens once with a sealed promise, whatever is clicked twice', async () => {
    const request = randomUUID()
    const fields = { topic: 'billing', subject: 'Double débit', body: 'Deux prélèvements ce matin.', request }
    const [one, two] = await Promise.all([1, 2].map(() => vigie.as.freemium.rpc('open_ticket', fields)))
    expect(one?.error).toBeNull()
    expect(two?.data).toEqual(one?.data)
    const { id } = { id: '', ...(one?.data as object) }
    const kept = await stage.row(id)
    expect(kept).toMatchObject({ state: 'new', messages: 1, topic: 'billing', last_by: 'member' })
    expect(kept.turn_at).toEqual(kept.answer_due_at)
    const [{ seal }] = await query(
      'select private.sha256_hex(private.canonical_json(promise)) as seal from tickets where id = $1',
      [kept.id],
    )
    expect(kept.seal).toBe(seal)
  })

  it('[S-114] [wish §8.4] shows both sides its promised time, which nobody can move, the owner of the database included', async () => {
    const id = await stage.open(vigie.as.freemium)
    for (const side of [vigie.as.freemium, vigie.as.analyst]) {
      const { clock } = await stage.file(side, id)
      expect(clock.promise).toMatchObject({ priority: 'normal', answer_minutes: 120, solve_minutes: 480 })
      expect(clock.left_seconds).toBeGreaterThan(0)
      expect(clock.left_seconds).toBeLessThanOrEqual(2 * 3600)
    }
    for (const change of [
      `answer_due_at = now() + interval '9 days'`,
      `promise = '{}'`,
      `solve_due_at = solve_due_at - interval '1 hour'`,
      `opened_at = now()`,
    ])
      await expect(
        vigie.admin.query(`update tickets set ${change} where id = $1`, [id]),
      ).rejects.toMatchObject({ message: 'promise_is_sealed' })
    await vigie.as.analyst.rpc('sort_ticket', { ticket: id, priority: 'low' }).throwOnError()
    const { clock, priority } = await stage.file(vigie.as.freemium, id)
    expect({ priority, ...clock.promise }).toMatchObject({ priority: 'normal', answer_minutes: 120 })
  })

  it('[S-114] goes through its states: answered and pending, open with a reply, solved, closed, followed up', async () => {
    const id = await stage.open(vigie.as.freemium)
    await stage.answer(id).throwOnError()
    expect(await stage.row(id)).toMatchObject({
      state: 'pending',
      assignee: vigie.idOf.analyst,
      turn_at: Infinity,
    })
    const replied = await stage
      .reply(vigie.as.freemium, id, 'Toujours muet après rechargement.')
      .throwOnError()
    expect(replied.data).toMatchObject({ became: 'resumed', state: 'open' })
    await stage.answer(id, { next: 'solved', seen: 3 }).throwOnError()
    expect(await stage.row(id)).toMatchObject({ state: 'solved' })
    const again = await stage.reply(vigie.as.freemium, id, 'Cela recommence ce soir.').throwOnError()
    expect(again.data).toMatchObject({ became: 'reopened', state: 'open', ticket: id })
    await vigie.as.freemium.rpc('close_own_ticket', { ticket: id }).throwOnError()
    await query(`select private.keep_support(now() + interval '27 days')`)
    expect(await stage.row(id)).toMatchObject({ state: 'solved' })
    await query(`select private.keep_support(now() + interval '29 days')`)
    expect(await stage.row(id)).toMatchObject({ state: 'closed', reopened: 1 })
    const late = await stage.reply(vigie.as.freemium, id, 'Nouveau souci, même alerte.').throwOnError()
    expect(late.data).toMatchObject({ became: 'followed', state: 'new' })
    const follow = await stage.file(vigie.as.freemium, (late.data as { ticket: string }).ticket)
    expect(follow.follows).toMatchObject({ id })
    expect(await stage.events(id)).toEqual([
      'opened',
      'answered',
      'pending',
      'resumed',
      'answered',
      'solved',
      'reopened',
      'solved',
      'closed',
      'followed',
    ])
  })

  it('[S-114] [wish §8.2] is not reopened by a thank-you, but is by thanks with a complaint', async () => {
    const id = await stage.open(vigie.as.freemium)
    await stage.answer(id, { next: 'solved' }).throwOnError()
    const thanks = await stage.reply(vigie.as.freemium, id, 'Merci beaucoup, ça marche !').throwOnError()
    expect(thanks.data).toMatchObject({ became: 'thanked', state: 'solved' })
    const still = await stage
      .reply(vigie.as.freemium, id, 'merci mais ça ne marche toujours pas')
      .throwOnError()
    expect(still.data).toMatchObject({ became: 'reopened', state: 'open' })
  })

  it('[S-114] [wish §8.5] follows the policy of its topic: always, never, and not after its days', async () => {
    const contract = await stage.open(vigie.as.freemium, { topic: 'contract' })
    await stage.answer(contract, { next: 'solved' }).throwOnError()
    expect((await stage.reply(vigie.as.freemium, contract, 'Merci').throwOnError()).data).toMatchObject({
      became: 'reopened',
    })
    await vigie.as.admin
      .from('support_topics')
      .update({ reopens: 'never' })
      .eq('topic', 'learning')
      .throwOnError()
    const learning = await stage.open(vigie.as.freemium, { topic: 'learning' })
    await stage.answer(learning, { next: 'solved' }).throwOnError()
    expect(
      (await stage.reply(vigie.as.freemium, learning, 'Autre question sur le cours').throwOnError()).data,
    ).toMatchObject({ became: 'followed' })
    expect(await stage.row(learning)).toMatchObject({ state: 'solved' })
    const old = await stage.open(vigie.as.freemium)
    await stage.answer(old, { next: 'solved' }).throwOnError()
    await query(`update tickets set solved_at = solved_at - interval '15 days' where id = $1`, [old])
    expect((await stage.reply(vigie.as.freemium, old, 'Encore une chose').throwOnError()).data).toMatchObject(
      { became: 'followed' },
    )
  })

  it('moves the promise of the solution by its pauses and by nothing else', async () => {
    const opened = new Date('2026-11-19T10:32:00Z')
    const id = await stage.openedAt(vigie.idOf.freemium, opened)
    const kept = await stage.row(id)
    expect(kept.solve_due_at).toEqual(new Date('2026-11-20T08:32:00Z'))
    await query(
      `select private.pause_ticket(kept, 'pending', '2026-11-19T11:19:00Z') from tickets as kept where id = $1`,
      [id],
    )
    await query(
      `select private.resume_ticket(kept, '2026-11-19T11:41:00Z') from tickets as kept where id = $1`,
      [id],
    )
    expect((await stage.row(id)).solve_due_at).toEqual(new Date('2026-11-20T08:54:00Z'))
    await query(
      `select private.pause_ticket(kept, 'on_hold', '2026-11-19T19:00:00Z') from tickets as kept where id = $1`,
      [id],
    )
    await query(
      `select private.resume_ticket(kept, '2026-11-20T07:00:00Z') from tickets as kept where id = $1`,
      [id],
    )
    expect((await stage.row(id)).solve_due_at).toEqual(new Date('2026-11-20T08:54:00Z'))
  })

  it('may not be paused before its first answer', async () => {
    const id = await stage.open(vigie.as.freemium)
    const { error } = await vigie.as.analyst.rpc('move_ticket', { ticket: id, state: 'on_hold' })
    expect(error).toMatchObject({ message: 'answer_first', code: 'PT409' })
  })

  it('[S-114] lets one of two answers at once through, keeps neither twice, and tells the other what came', async () => {
    const id = await stage.open(vigie.as.freemium)
    const both = await Promise.all([
      stage.answer(id, { seen: 1, body: 'Réponse d’une personne' }),
      stage.answer(id, { seen: 1, body: 'Réponse d’une autre' }, vigie.as.admin),
    ])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    expect(both.find(({ error }) => error)?.error).toMatchObject({
      message: 'ticket_changed_meanwhile',
      details: '2',
    })
    const request = randomUUID()
    const clicks = await Promise.all([1, 2, 3].map(() => stage.answer(id, { seen: 2, request })))
    expect(clicks.map(({ error }) => error?.message ?? null)).toEqual([null, null, null])
    expect((await stage.file(vigie.as.freemium, id)).message_list).toHaveLength(3)
  })

  it('[S-114] is rated from 1 to 5 once it is solved, with words if its member wants', async () => {
    const id = await stage.open(vigie.as.freemium)
    const rate = (fields: object) => vigie.as.freemium.rpc('rate_ticket', { ticket: id, score: 5, ...fields })
    expect((await rate({})).error).toMatchObject({ message: 'not_solved_yet' })
    await stage.answer(id, { next: 'solved' }).throwOnError()
    expect((await rate({ score: 6 })).error).toMatchObject({ message: 'score_wrong' })
    await rate({ score: 4, words: 'Rapide' }).throwOnError()
    expect(await stage.file(vigie.as.freemium, id)).toMatchObject({
      satisfaction: 4,
      satisfaction_words: 'Rapide',
    })
    expect((await vigie.as.premium.rpc('rate_ticket', { ticket: id, score: 1 })).error).toMatchObject({
      message: 'ticket_not_found',
    })
  })

  it('[S-114] keeps a complaint’s deadlines: ten business days to acknowledge it, two months to answer', async () => {
    const id = await stage.openedAt(vigie.idOf.freemium, new Date('2026-12-01T10:00:00Z'), 'complaint')
    const kept = await stage.row(id)
    expect(kept.acknowledge_due_at).toEqual(new Date('2026-12-15T18:00:00Z'))
    expect(kept.complaint_due_at).toEqual(new Date('2027-02-01T10:00:00Z'))
    await vigie.admin.query(`update private.seller set mediator = 'Médiateur de l’AMF'`)
    await vigie.as.analyst.rpc('acknowledge_complaint', { ticket: id }).throwOnError()
    const { mediator, acknowledged_at } = await stage.file(vigie.as.freemium, id)
    expect(mediator).toBe('Médiateur de l’AMF')
    expect(acknowledged_at).not.toBeNull()
  })

  it('[S-114] attaches what the member agreed to, only the facts that are named, and lets them take it back', async () => {
    const id = await stage.open(vigie.as.premium, {
      facts: {
        browser: 'Firefox 145, Windows',
        plan: true,
        password: 'x',
        errors: [{ code: 'payout_review', at: '17/11', token: 'y' }],
      },
    })
    const { facts } = await stage.file(vigie.as.analyst, id)
    expect(facts).toEqual({
      browser: 'Firefox 145, Windows',
      errors: [{ code: 'payout_review', at: '17/11' }],
      plan: { tier: 'premium' },
    })
    expect((await stage.file(vigie.as.analyst, await stage.open(vigie.as.premium))).facts).toBeNull()
    await vigie.as.premium.rpc('remove_ticket_facts', { ticket: id }).throwOnError()
    expect(await stage.row(id)).toMatchObject({ facts: null, facts_consented_at: null })
  })

  it.each([
    [{ topic: 'nothing' }, 'topic_unknown'],
    [{ subject: '  ' }, 'subject_missing'],
    [{ body: ' \u0000\n ' }, 'words_missing'],
    [{ body: 'x'.repeat(20001) }, 'text_too_long'],
    [{ priority: 'urgent' }, 'priority_unknown'],
    [{ request: null }, 'request_missing'],
    [{ files: [{ path: 'somebody/else.png' }] }, 'file_not_yours'],
    [{ files: Array.from({ length: 6 }, () => ({})) }, 'too_many_files'],
    [{ figure: { kind: 'signal', number: 99999 } }, 'figure_unknown'],
  ])('is refused, with nothing written, for %j', async (fields, message) => {
    const [{ before }] = await query('select count(*) as before from tickets')
    const { error } = await vigie.as.premium.rpc('open_ticket', {
      topic: 'other',
      subject: 'Question',
      body: 'Texte',
      request: randomUUID(),
      ...fields,
    })
    if (message === 'words_missing') expect(error).not.toBeNull()
    else expect(error).toMatchObject({ message })
    expect(await query('select count(*) as before from tickets')).toEqual([{ before }])
  })

  it('[S-114] [wish §8.7] takes files of the own folder that exist, once, and gives them to the ticket’s readers alone', async () => {
    const path = `${vigie.idOf.freemium}/${randomUUID()}.txt`
    const bring = (to: string, type = 'text/plain') =>
      vigie.as.freemium.storage
        .from('tickets')
        .upload(to, new Blob(['relevé'], { type }), { contentType: type })
    expect((await bring(path)).error).toBeNull()
    expect((await bring(`${vigie.idOf.premium}/${randomUUID()}.txt`)).error).not.toBeNull()
    expect((await bring(`${vigie.idOf.freemium}/${randomUUID()}.html`, 'text/html')).error).not.toBeNull()
    const id = await stage.open(vigie.as.freemium, { files: [{ path, name: 'relevé.txt' }] })
    const [{ files }] = (await stage.file(vigie.as.analyst, id)).message_list
    expect(files).toMatchObject([{ name: 'relevé.txt', type: 'text/plain', path }])
    const read = async (who: 'freemium' | 'premium' | 'analyst') =>
      (await vigie.as[who].storage.from('tickets').download(path)).error === null
    expect([await read('freemium'), await read('analyst'), await read('premium')]).toEqual([
      true,
      true,
      false,
    ])
    const twice = await stage.reply(vigie.as.freemium, id, 'le même', { files: [{ path, name: 'x' }] })
    expect(twice.error).toMatchObject({ message: 'file_used' })
    const missing = await stage.reply(vigie.as.freemium, id, 'aucun', {
      files: [{ path: `${vigie.idOf.freemium}/${randomUUID()}.txt`, name: 'x' }],
    })
    expect(missing.error).toMatchObject({ message: 'file_missing' })
    // Staff's own file, read by the member.
    const own = `${vigie.idOf.analyst}/${randomUUID()}.txt`
    await vigie.as.analyst.storage
      .from('tickets')
      .upload(own, new Blob(['réponse'], { type: 'text/plain' }), { contentType: 'text/plain' })
    await stage.answer(id, { files: [{ path: own, name: 'réponse.txt' }] }).throwOnError()
    expect((await vigie.as.freemium.storage.from('tickets').download(own)).error).toBeNull()
  })

  it('is nobody’s but its member’s and the staff’s, in every function', async () => {
    const id = await stage.open(vigie.as.freemium)
    for (const [name, fields] of Object.entries({
      ticket_file: {},
      reply_ticket: { body: 'x', request: randomUUID() },
      close_own_ticket: {},
      rate_ticket: { score: 1 },
      remove_ticket_facts: {},
    }))
      expect((await vigie.as.premium.rpc(name, { ticket: id, ...fields })).error).toMatchObject({
        message: 'ticket_not_found',
      })
    for (const [name, fields] of Object.entries({
      ticket_inbox: {},
      ticket_counts: {},
      support_staff: {},
      ticket_context: { ticket: id },
      canned_answers_for: {},
      support_report: { since: new Date(0), until: new Date() },
      answer_ticket: { ticket: id, body: 'x', request: randomUUID() },
      note_on_ticket: { ticket: id, body: 'x', request: randomUUID() },
      move_ticket: { ticket: id, state: 'solved' },
      merge_tickets: { ticket: id, into_ticket: id },
      save_canned_answer: { name: 'x-y', texts: { fr: 'x' } },
      list_support_mails: {},
      ticket_money: { ticket: id },
    }))
      expect((await vigie.as.freemium.rpc(name, fields)).error, name).not.toBeNull()
    expect((await vigie.as.analyst.rpc('ticket_money', { ticket: id })).error).toMatchObject({
      message: 'not_admin',
    })
    expect((await vigie.as.visitor.rpc('ticket_file', { ticket: id })).error).not.toBeNull()
  })

  it('[S-114] tells open pages of both sides, and of staff’s own steps the inbox alone', async () => {
    const id = await stage.open(vigie.as.freemium)
    await vigie.as.analyst
      .rpc('note_on_ticket', { ticket: id, body: 'À vérifier', request: randomUUID() })
      .throwOnError()
    await stage.answer(id).throwOnError()
    const told = async (topic: string) =>
      (
        await query(
          `select payload ->> 'kind' as kind from realtime.messages where topic = $1 and payload ->> 'id' = $2 order by (payload ->> 'number')::bigint`,
          [topic, id],
        )
      ).map(({ kind }) => kind)
    expect(await told(`ticket:${id}`)).toEqual(['opened', 'answered', 'pending'])
    expect(await told('inbox')).toEqual(['opened', 'noted', 'answered', 'pending'])
    const hears = async (who: 'freemium' | 'premium' | 'analyst', topic: string) =>
      (await vigie.as[who].rpc('catch_up', { topic })).error === null
    expect([
      await hears('freemium', `ticket:${id}`),
      await hears('analyst', `ticket:${id}`),
      await hears('premium', `ticket:${id}`),
    ]).toEqual([true, true, false])
    expect([
      await hears('freemium', 'inbox'),
      await hears('analyst', 'inbox'),
      await hears('analyst', `inbox:${id}`),
      await hears('freemium', `inbox:${id}`),
      await hears('freemium', 'ticket:x'),
    ]).toEqual([false, true, true, false, false])
  })

  it('[S-114] [wish §8.10] is in its member’s copy of their data, and of an account that goes leaves its times without a word', async () => {
    const gone = await vigie.member()
    const path = `${gone.id}/${randomUUID()}.txt`
    await gone.client.storage
      .from('tickets')
      .upload(path, new Blob(['secret'], { type: 'text/plain' }), { contentType: 'text/plain' })
    const id = await stage.open(gone.client, {
      subject: 'Mon secret',
      body: 'Un secret',
      files: [{ path, name: 's.txt' }],
      facts: { browser: 'secret' },
    })
    await stage.answer(id).throwOnError()
    await vigie.as.analyst
      .rpc('note_on_ticket', { ticket: id, body: 'secret aussi', request: randomUUID() })
      .throwOnError()
    const copy = await vigie.admin.query(
      `select set_config('request.jwt.claims', $1, true), private.my_data() as data`,
      [JSON.stringify({ sub: gone.id, role: 'authenticated' })],
    )
    const { tables } = copy.rows[0].data
    expect(tables['public.tickets']).toMatchObject([{ subject: 'Mon secret' }])
    expect(tables['public.ticket_messages']).toHaveLength(2)
    expect(tables['public.ticket_notes']).toMatchObject([{ body: 'secret aussi' }])
    await query('delete from auth.users where id = $1', [gone.id])
    const left = await stage.row(id)
    expect(left).toMatchObject({ user_id: null, subject: '—', facts: null, state: 'closed', excerpt: '' })
    expect(left.first_answered_at).not.toBeNull()
    const text = JSON.stringify(
      await query(
        `select to_jsonb(m), (select jsonb_agg(n) from ticket_notes n where ticket = $1), (select jsonb_agg(f) from ticket_files f where ticket = $1), (select count(*) from private.ticket_words where ticket = $1) as words from ticket_messages m where ticket = $1`,
        [id],
      ),
    )
    expect(text).not.toContain('secret')
    expect(
      await query(`select name from storage.objects where bucket_id = 'tickets' and name = $1`, [path]),
    ).toEqual([])
    const { error } = await stage.reply(gone.client, id, 'je suis encore là')
    expect(error).not.toBeNull()
    expect((await stage.answer(id)).error).toMatchObject({ message: 'member_gone' })
  })

  it('takes ten tickets a day from a member, and not an eleventh', async () => {
    const { client } = await vigie.member()
    for (let n = 0; n < 10; n++) await stage.open(client)
    const { error } = await client.rpc('open_ticket', {
      topic: 'other',
      subject: 'x',
      body: 'x',
      request: randomUUID(),
    })
    expect(error).toMatchObject({ message: 'too_many_tickets' })
  })
})
