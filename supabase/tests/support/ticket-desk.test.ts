import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectProof, type ProofPage } from '../../../trading/src/proof/proof-format.ts'
import { checkErrata, checkErratumText } from '../../../trading/src/proof/verify-errata.ts'
import { verifyExport } from '../../../trading/src/proof/verify-export.ts'
import { type Product, product, publish } from '../product.ts'
import { ticketStage } from './ticket-stage.ts'

let vigie: Product
let stage: ReturnType<typeof ticketStage>
beforeAll(async () => {
  vigie = await product()
  stage = ticketStage(vigie)
}, 60_000)
afterAll(() => vigie.stop())

const query = async (text: string, values: unknown[] = []) => (await vigie.admin.query(text, values)).rows
const inbox = async (filters: object = {}, fields: object = {}) =>
  (await vigie.as.analyst.rpc('ticket_inbox', { filters, ...fields }).throwOnError()).data as {
    id: string
    number: number
    turn_at: string | null
    cursor: object
    unread: boolean
  }[]

const hash = async (text: string) => createHash('sha256').update(text).digest('hex')

describe('the desk of support', () => {
  it('[S-114] lists what is overdue first, then the nearest promise, and what is paused last, page by page', async () => {
    const { id } = await vigie.member()
    const hours = [200, 3, 90, 1, 40, 12, 70]
    for (const age of hours) await stage.openedAt(id, new Date(Date.now() - age * 3_600_000))
    const paused = await stage.openedAt(id, new Date())
    await stage.answer(paused).throwOnError()
    const whole = (await inbox({ member: id })).map((row) => row.id)
    expect(whole).toHaveLength(8)
    expect(whole.at(-1)).toBe(paused)
    const turns = (await inbox({ member: id })).map((row) => row.turn_at ?? '9999')
    expect(turns).toEqual(turns.toSorted())
    const paged: string[] = []
    for (let after: object | null = null; ; ) {
      const page: Awaited<ReturnType<typeof inbox>> = await inbox({ member: id }, { after, most: 3 })
      paged.push(...page.map((row) => row.id))
      if (page.length < 3) break
      after = page.at(-1)?.cursor ?? null
    }
    expect(paged).toEqual(whole)
    const overdue = await inbox({ member: id, overdue: true })
    expect(overdue.length).toBeGreaterThan(0)
    expect(overdue.every((row) => row.turn_at !== null && Date.parse(row.turn_at) < Date.now())).toBe(true)
  })

  it('[S-114] filters, and refuses a filter that it does not know', async () => {
    const { id } = await vigie.member()
    const billing = await stage.openedAt(id, new Date(), 'billing', 'high')
    await stage.openedAt(id, new Date())
    await vigie.as.analyst
      .rpc('assign_ticket', { ticket: billing, assignee: vigie.idOf.analyst })
      .throwOnError()
    const found = async (filters: object) => (await inbox({ member: id, ...filters })).map((row) => row.id)
    expect(await found({ topic: 'billing' })).toEqual([billing])
    expect(await found({ view: 'mine' })).toEqual([billing])
    expect(await found({ view: 'unassigned' })).not.toContain(billing)
    expect(await found({ priority: 'high', language: 'fr', state: 'new' })).toEqual([billing])
    expect(await found({ view: 'done' })).toEqual([])
    const { error } = await vigie.as.analyst.rpc('ticket_inbox', { filters: { colour: 'red' } })
    expect(error).toMatchObject({ message: 'unknown_filter', hint: 'colour' })
  })

  it('[S-114] finds words without accents in subject, messages, name and number, in any of the four languages', async () => {
    const { client, id } = await vigie.member()
    await vigie.admin.query(`update profiles set first_name = 'Éléonore', last_name = 'Zyśk' where id = $1`, [
      id,
    ])
    const ticket = await stage.open(client, {
      subject: 'Prélèvement rejeté',
      body: 'La banque a refusé le virement.',
    })
    await stage.answer(ticket, { body: 'Votre établissement bloque les débits.' }).throwOnError()
    const { number } = await stage.row(ticket)
    for (const search of [
      'prelevement',
      'PRÉLÈVEMENTS',
      'refuse virement',
      'eleonore',
      'zysk',
      'etablissement',
      String(number),
      'rejet',
    ])
      expect(
        (await inbox({ view: 'all', search })).map((row) => row.id),
        search,
      ).toContain(ticket)
    expect(await inbox({ view: 'all', search: 'prelevement colibri' })).toEqual([])
    expect(
      (await inbox({ view: 'all', search: 'prelevement', topic: 'billing' })).map((row) => row.id),
    ).not.toContain(ticket)
  })

  it('[S-114] snoozes a ticket until its time or its member’s reply', async () => {
    const ticket = await stage.open(vigie.as.freemium)
    await stage.answer(ticket, { next: 'open' }).throwOnError()
    const snooze = (until: Date | null) => vigie.as.analyst.rpc('snooze_ticket', { ticket, until })
    expect((await snooze(new Date(0))).error).toMatchObject({ message: 'time_wrong' })
    await snooze(new Date(Date.now() + 86_400_000)).throwOnError()
    const there = async (view: string) => (await inbox({ view })).some((row) => row.id === ticket)
    expect([await there('waiting'), await there('snoozed')]).toEqual([false, true])
    await stage.reply(vigie.as.freemium, ticket, 'Une précision').throwOnError()
    expect([await there('waiting'), await there('snoozed')]).toEqual([true, false])
  })

  it('[S-114] [wish §8.1] merges two tickets of a member into one history and splits one again, each message once', async () => {
    const { client } = await vigie.member()
    const first = await stage.open(client, { subject: 'Alerte muette', body: 'Premier message' })
    const second = await stage.open(client, { subject: 'Encore l’alerte', body: 'Second message' })
    await vigie.as.analyst
      .rpc('note_on_ticket', { ticket: second, body: 'Une note', request: randomUUID() })
      .throwOnError()
    await stage.reply(client, first, 'Troisième message').throwOnError()
    const promise = (await stage.row(second)).seal
    await vigie.as.analyst.rpc('merge_tickets', { ticket: second, into_ticket: first }).throwOnError()
    const merged = await stage.file(vigie.as.analyst, first)
    expect(merged.message_list.map(({ body }: { body: string }) => body)).toEqual([
      'Premier message',
      'Second message',
      'Troisième message',
    ])
    expect(merged.notes).toHaveLength(1)
    expect(merged.merged).toMatchObject([{ id: second }])
    const left = await stage.file(client, second)
    expect(left).toMatchObject({ state: 'closed', messages: 0, merged_into: { id: first } })
    expect((await stage.row(second)).seal).toBe(promise)
    // A reply to the merged one, by mail or from an old page, arrives where it lives on.
    expect((await stage.reply(client, second, 'Par l’ancienne page').throwOnError()).data).toMatchObject({
      ticket: first,
    })
    expect((await stage.answer(second)).error).toMatchObject({ message: 'ticket_merged', details: first })
    const [, moved] = merged.message_list
    const split = await vigie.as.analyst
      .rpc('split_ticket', { ticket: first, messages: [moved.id], subject: 'À part' })
      .throwOnError()
    const apart = await stage.file(client, (split.data as { id: string }).id)
    expect(apart.message_list.map(({ body }: { body: string }) => body)).toEqual(['Second message'])
    // The split gains no time: it has waited since its first message.
    expect(Date.parse(apart.opened_at)).toBe(Date.parse(moved.at))
    expect(
      (
        await query('select count(*)::int as n from ticket_messages where ticket = any ($1)', [
          [first, second, apart.id],
        ])
      )[0].n,
    ).toBe(4)
  })

  it('never merges what two members wrote, nor a ticket into itself, and two opposite merges do not wait for each other', async () => {
    const mine = await stage.open(vigie.as.freemium)
    const other = await stage.open(vigie.as.premium)
    const merge = (ticket: string, into_ticket: string) =>
      vigie.as.analyst.rpc('merge_tickets', { ticket, into_ticket })
    expect((await merge(mine, other)).error).toMatchObject({ message: 'other_member' })
    expect((await merge(mine, mine)).error).toMatchObject({ message: 'same_ticket' })
    const pair = [await stage.open(vigie.as.freemium), await stage.open(vigie.as.freemium)] as const
    const both = await Promise.all([merge(pair[0], pair[1]), merge(pair[1], pair[0])])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    const whole = await vigie.as.analyst.rpc('split_ticket', {
      ticket: mine,
      messages: [(await stage.file(vigie.as.analyst, mine)).message_list[0].id],
      subject: 'x',
    })
    expect(whole.error).toMatchObject({ message: 'nothing_left' })
  })

  it('[S-114] [wish §8.9] keeps notes from the member, once a click, and tells the staff who are named', async () => {
    const ticket = await stage.open(vigie.as.freemium)
    const fields = {
      ticket,
      body: 'Adresse vérifiée @admin',
      request: randomUUID(),
      mentions: [vigie.idOf.admin, vigie.idOf.freemium],
    }
    const [one, two] = [
      await vigie.as.analyst.rpc('note_on_ticket', fields),
      await vigie.as.analyst.rpc('note_on_ticket', fields),
    ]
    expect([one.error, two.data]).toEqual([null, one.data])
    expect((await stage.file(vigie.as.analyst, ticket)).notes).toMatchObject([
      { body: fields.body, mentions: [{ id: vigie.idOf.admin }] },
    ])
    expect(JSON.stringify(await stage.file(vigie.as.freemium, ticket))).not.toContain('Adresse vérifiée')
    expect((await vigie.as.freemium.from('ticket_notes').select().throwOnError()).data).toEqual([])
    expect(await query(`select user_id from notifications where kind = 'ticket_mentioned'`)).toEqual([
      { user_id: vigie.idOf.admin },
    ])
  })

  it('[S-114] [wish §8.8] searches canned answers, fills their variables and counts for how many they sufficed', async () => {
    const save = (fields: object) =>
      vigie.as.analyst.rpc('save_canned_answer', {
        name: 'retrait-ok',
        topic: 'referral',
        texts: { fr: 'Bonjour {{member}}, votre demande n° {{number}} est réglée. {{agent}}' },
        ...fields,
      })
    expect((await save({ texts: { fr: 'Bonjour {{password}}' } })).error).toMatchObject({
      message: 'variable_unknown',
    })
    expect((await save({ texts: { en: 'Hello' } })).error).toMatchObject({ message: 'words_missing' })
    const { data: canned } = await save({}).throwOnError()
    expect((await save({})).error).toMatchObject({ message: 'name_taken' })
    await vigie.admin.query(`update profiles set first_name = 'Zoé' where id = $1`, [vigie.idOf.premium])
    const sent = async (then: string | null) => {
      const ticket = await stage.open(vigie.as.premium, { topic: 'referral' })
      const { data } = await vigie.as.analyst
        .rpc('canned_answers_for', { ticket, query: 'REGLEE' })
        .throwOnError()
      expect(data?.[0]).toMatchObject({ name: 'retrait-ok' })
      expect(data?.[0].text).toMatch(/^Bonjour Zoé, votre demande n° \d+ est réglée\. /)
      await stage.answer(ticket, { canned, next: 'solved', body: data?.[0].text }).throwOnError()
      if (then) await stage.reply(vigie.as.premium, ticket, then).throwOnError()
      if (then) await vigie.as.premium.rpc('close_own_ticket', { ticket }).throwOnError()
    }
    await sent(null)
    await sent('Merci !')
    await sent('Mais le montant est faux')
    await query('select private.count_canned_answers()')
    expect(
      (await vigie.as.analyst.rpc('canned_answers_for', { query: 'retrait' }).throwOnError()).data,
    ).toMatchObject([{ uses: 3, sufficed: 2 }])
    expect(
      (await vigie.as.analyst.rpc('canned_answers_for', { query: 'colibri' }).throwOnError()).data,
    ).toEqual([])
  })

  it('[S-114] opens a ticket about a figure with formula, inputs and rows, and enters a confirmed mistake into the ledger', async () => {
    await publish(vigie)
    const ticket = await stage.open(vigie.as.freemium, {
      topic: 'figure',
      figure: { kind: 'performance', name: 'expectancy_r', filters: { days: 90 } },
    })
    const { proof } = await stage.file(vigie.as.freemium, ticket)
    expect(proof).toMatchObject({ formula: 'Σ R / n', figure: { name: 'expectancy_r' }, rows: [] })
    expect(proof.inputs).toHaveProperty('expectancy_r')
    const [{ number }] = await query('select number::int from signals limit 1')
    const about = await stage.open(vigie.as.freemium, { topic: 'figure', figure: { kind: 'signal', number } })
    const file = await stage.file(vigie.as.freemium, about)
    expect(file.proof.rows).toMatchObject([{ kind: 'published' }])
    // Levels stay sealed: the proof says what everybody may see.
    expect(file.proof.inputs).not.toHaveProperty('levels')
    const words = 'Le nombre de signaux affiché comptait deux fois les annulés.'
    const confirm = (who: 'analyst' | 'admin') =>
      vigie.as[who].rpc('confirm_mistake', {
        ticket,
        figure: { kind: 'performance', name: 'expectancy_r' },
        words,
      })
    expect((await confirm('analyst')).error).toMatchObject({ message: 'not_admin' })
    const { data } = await confirm('admin').throwOnError()
    const [entry] = await query(`select entry, hash from ledger where kind = 'erratum'`)
    expect(data).toMatchObject({ hash: entry.hash })
    const [{ sha }] = await query('select private.sha256_hex($1) as sha', [words])
    expect(entry.entry.data).toEqual({
      figure: { kind: 'performance', name: 'expectancy_r' },
      text_sha256: sha,
      made_by: 'admin',
    })
    expect(
      (await vigie.as.visitor.from('errata').select('text, made_by, sequence').throwOnError()).data,
    ).toMatchObject([{ text: words, made_by: 'admin' }])
    expect((await vigie.as.visitor.from('errata').select('ticket')).error).not.toBeNull()
    const exported = await collectProof(
      async (after) =>
        (await vigie.as.visitor.rpc('export_proof', { after }).throwOnError()).data as ProofPage,
    )
    expect(await verifyExport(exported as never, { hash })).toMatchObject({ verdict: 'concordant' })
    const erratum = exported.entries.find((one) => one.entry.kind === 'erratum')!
    expect([
      await checkErratumText(erratum, words, hash),
      await checkErratumText(erratum, `${words}!`, hash),
    ]).toEqual([true, false])
    const older = await verifyExport({ ...exported, version: 7 } as never, { hash })
    expect(older).toMatchObject({
      verdict: 'divergent',
      divergence: { problem: 'malformed', expected: 'a kind of this version' },
    })
    const before = exported.entries.map((row) =>
      row === erratum
        ? {
            ...row,
            entry: { ...row.entry, data: { ...row.entry.data, figure: { kind: 'signal', number: 9 } } },
          }
        : row,
    )
    expect(() => checkErrata(before as typeof exported.entries)).toThrow()
    expect((await vigie.as.visitor.rpc('verify_ledger').throwOnError()).data).toMatchObject({ valid: true })
  })

  it('[S-114] drafts an article from a solved ticket out of our own words alone', async () => {
    const ticket = await stage.open(vigie.as.freemium, { subject: 'Alerte muette', body: 'Mon secret' })
    const draft = () => vigie.as.analyst.rpc('draft_article_of', { ticket, slug: 'alerte-muette' })
    expect((await draft()).error).toMatchObject({ message: 'not_solved_yet' })
    await stage
      .answer(ticket, { next: 'solved', body: 'Autorisez le son dans le navigateur.' })
      .throwOnError()
    const { data: item } = await draft().throwOnError()
    const [{ document }] = await query('select document from content_versions where item = $1', [item])
    expect(document.texts.fr).toMatchObject({
      title: 'Alerte muette',
      body: 'Autorisez le son dans le navigateur.',
    })
    expect(JSON.stringify(document)).not.toContain('secret')
    expect((await draft()).error).toMatchObject({ message: 'slug_taken' })
  })

  it('[S-114] publishes median and P90 of first answers that anybody computes again from the rows', async () => {
    const { id } = await vigie.member()
    const monday = new Date()
    for (const minutes of [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]) {
      const ticket = await stage.openedAt(id, monday)
      await query(
        `select private.note_ticket(kept, 'answered', jsonb_build_object('seconds', $2::int * 60)) from tickets as kept where id = $1`,
        [ticket, minutes],
      )
    }
    const { data: figures } = await vigie.as.visitor.rpc('support_figures').throwOnError()
    const { data: rows } = await vigie.as.visitor.rpc('support_answer_times').throwOnError()
    const seconds = (rows as { answered_at: string | null; business_seconds: number }[])
      .filter((row) => row.answered_at)
      .map((row) => row.business_seconds)
      .toSorted((a, b) => a - b)
    const at = (part: number) => seconds[Math.ceil(part * seconds.length) - 1]
    expect(figures).toMatchObject({
      answered: seconds.length,
      median_seconds: at(0.5),
      p90_seconds: at(0.9),
      worst_seconds: 6000,
      mail: null,
    })
    expect(JSON.stringify(rows)).not.toContain(id)
    const { data: report } = await vigie.as.analyst
      .rpc('support_report', {
        since: new Date(Date.now() - 86_400_000),
        until: new Date(Date.now() + 60_000),
      })
      .throwOnError()
    expect(report).toMatchObject({
      volume: (
        await query(
          "select count(*)::int as n from tickets where merged_into is null and opened_at > now() - interval '1 day'",
        )
      )[0].n,
    })
  })

  it('[S-114] shows staff what helps to answer, and an address to admins alone', async () => {
    const ticket = await stage.open(vigie.as.premium)
    const { data } = await vigie.as.analyst.rpc('ticket_context', { ticket }).throwOnError()
    expect(data).toMatchObject({ tier: 'premium', email: null, notices: 0, plan: null })
    const { data: more } = await vigie.as.admin.rpc('ticket_context', { ticket }).throwOnError()
    expect((more as { email: string }).email).toContain('@')
    const { data: money } = await vigie.as.admin.rpc('ticket_money', { ticket }).throwOnError()
    expect(money).toEqual({ contract: null, payments: [] })
  })

  it('keeps views for their owner, or for all of the staff', async () => {
    const name = 'Paiements en retard'
    await vigie.as.analyst
      .from('ticket_views')
      .insert({ name, filters: { topic: 'billing', overdue: true } })
      .throwOnError()
    const seen = async (who: 'analyst' | 'admin' | 'freemium') =>
      (await vigie.as[who].from('ticket_views').select('name').eq('name', name).throwOnError()).data?.length
    expect([await seen('analyst'), await seen('admin'), await seen('freemium')]).toEqual([1, 0, 0])
    await vigie.as.analyst.from('ticket_views').update({ shared: true }).eq('name', name).throwOnError()
    expect([await seen('admin'), await seen('freemium')]).toEqual([1, 0])
    expect(
      (await vigie.as.admin.from('ticket_views').delete().eq('name', name).select().throwOnError()).data,
    ).toEqual([])
    expect((await vigie.as.freemium.from('ticket_views').insert({ name: 'x' })).error).not.toBeNull()
  })
})
