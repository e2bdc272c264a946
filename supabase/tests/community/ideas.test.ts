import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { ideaProblems } from 'trading/ideas/idea'
import { commitment, type Json } from 'trading/proof/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepIdeaRecords } from '../../../worker/src/outcomes/keep-idea-records.ts'
import { openMarket, type Product, product, publish } from '../product.ts'
import { HIDDEN_TARGET, happens, ideaDraft, publishIdea, quoteAt } from '../proof/idea-record.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await openMarket(vigie, 'EURUSD')
  // Members who write without review.
  await vigie.admin.query('update community_members set trust = 2')
}, 60_000)
afterAll(() => vigie.stop())

type Who = 'visitor' | 'freemium' | 'premium' | 'analyst' | 'admin'
const MEMBERS = ['freemium', 'premium', 'analyst', 'admin'] as const

/** A member of their own for what is counted by member. */
async function somebody() {
  const { client, id } = await vigie.member()
  const { rows } = await vigie.admin.query<{ id: string }>(
    'update community_members set trust = 2 where user_id = $1 returning id',
    [id],
  )
  return { client, user: id, member: rows[0]!.id }
}

const rowsFor = async (client: SupabaseClient, table: string, idea: string) => {
  const { data } = await client
    .from(table)
    .select('*')
    .eq(table === 'ideas' ? 'id' : 'idea', idea)
  return data ?? []
}
const entriesOf = async (idea: string) => {
  const { rows } = await vigie.admin.query<{ kind: string; data: { [key: string]: Json } }>(
    `select kind, entry -> 'data' as data from ledger where entry #>> '{data,idea}' = $1 order by sequence`,
    [idea],
  )
  return rows
}
const opened = (idea: string) => vigie.admin.query('select private.open_idea($1)', [idea])
const refused = async (client: SupabaseClient, changes: object) => {
  await quoteAt(vigie, '1.08500')
  const { error } = await client.rpc('publish_idea', { idea: ideaDraft(changes), key: randomUUID() })
  return error && [error.message, error.hint || null]
}

describe('publishing an idea', () => {
  it('[S-109] seals its levels and its words, opens the levels in the ledger and names the author by their number among the members', async () => {
    const { client, member, user } = await somebody()
    const made = await publishIdea(vigie, client)
    const [published, opening, ...rest] = await entriesOf(made.id)
    expect([published?.kind, opening?.kind, rest]).toEqual(['idea_published', 'idea_opened', []])
    expect(published?.data).toMatchObject({
      number: made.number,
      author: member,
      sealed: false,
      opens_at: null,
      commitment: made.commitment,
    })
    expect(commitment(String(opening?.data.nonce), opening?.data.terms as Json)).toBe(made.commitment)
    expect(opening?.data.terms).toMatchObject({
      probability: '0.55',
      reference_price: '1.08505',
      levels: { symbol: 'EURUSD', order_type: 'limit', entry_high: '1.08400' },
    })
    const { facts, opinion, counter_thesis, nonce } = (await rowsFor(client, 'idea_texts', made.id))[0]!
    expect(commitment(nonce, { facts, opinion, counter_thesis })).toBe(published?.data.texts_commitment)
    expect(JSON.stringify(await entriesOf(made.id))).not.toContain('creux')
    expect(JSON.stringify(await entriesOf(made.id))).not.toContain(user)
  })

  it('takes price, time and order type from the server', async () => {
    const { client } = await somebody()
    const before = Date.now()
    for (const [entry, implied] of [
      [['1.08300', '1.08400'], 'limit'],
      [['1.08450', '1.08550'], 'market'],
      [['1.08520', '1.08560'], 'stop'],
    ] as const) {
      const made = await publishIdea(vigie, client, {
        entry_low: entry[0],
        entry_high: entry[1],
        targets: [{ price: '1.09200', share: '100' }],
        order_type: 'market',
        published_at: '2020-01-01',
        reference_price: '1.00000',
      })
      const [row] = await rowsFor(client, 'ideas', made.id)
      const [{ terms }] = (await rowsFor(client, 'idea_terms', made.id)) as [
        { terms: { levels: { order_type: string } } },
      ]
      expect(terms.levels.order_type).toBe(implied)
      expect(terms).toMatchObject({ reference_price: '1.08505' })
      expect(Date.parse(row!.published_at)).toBeGreaterThan(before - 60_000)
    }
  })

  it('refuses with the keys of a signal, and asks for the counter-thesis and the probability', async () => {
    const { client } = await somebody()
    expect(await refused(client, { symbol: 'NOPE' })).toEqual(['unknown_instrument', 'symbol'])
    expect(await refused(client, { stop_loss: '1.08350' })).toEqual(['stop_on_wrong_side', 'stop_loss'])
    expect(await refused(client, { counter_thesis: ' ' })).toEqual(['missing_text', 'counter_thesis'])
    expect(await refused(client, { probability: '1' })).toEqual(['invalid_probability', 'probability'])
    expect(await refused(client, { validity_minutes: 4 })).toEqual(['invalid_validity', 'validity_minutes'])
    const three = ['1.086', '1.087', '1.088'].map((price, index) => ({ price, share: index ? '30' : '40' }))
    expect(await refused(client, { targets: three })).toEqual(['too_many_targets', 'targets'])
    await quoteAt(vigie, '1.08500', { age: '3 minutes' })
    const { error } = await client.rpc('publish_idea', { idea: ideaDraft(), key: randomUUID() })
    expect(error?.message).toBe('no_price')
    const visitor = await vigie.as.visitor.rpc('publish_idea', { idea: ideaDraft(), key: randomUUID() })
    expect(visitor.error?.code).toBe('42501')
  })

  it('gives the verdict of the form, whatever is typed', async () => {
    const price = fc.constantFrom(
      '1.08200',
      '1.08300',
      '1.08400',
      '1.08600',
      '1.08800',
      '',
      '0',
      '1.0830001',
      'x',
    )
    const target = fc.record({ price, share: fc.constantFrom('100', '50', '0', '') })
    const draft = fc.record({
      direction: fc.constantFrom('buy', 'sell', 'up'),
      timeframe: fc.constantFrom('H1', 'W1'),
      entry_low: price,
      entry_high: price,
      stop_loss: price,
      targets: fc.array(target, { maxLength: 3 }),
      probability: fc.constantFrom('0.55', '0', '1', '0.00001', ''),
      validity_minutes: fc.constantFrom(4, 240),
      facts: fc.constantFrom('Faits', ' '),
    })
    const instrument = {
      symbol: 'EURUSD',
      digits: 5,
      class: 'forex',
      baseCurrency: 'EUR',
      quoteCurrency: 'USD',
      pipSize: '0.0001',
      contractSize: '100000',
    } as const
    const session = await vigie.admin.connect()
    await session.query(
      `create function pg_temp.verdict(idea jsonb) returns text language plpgsql as $$ begin
         perform private.checked_idea(idea, ('EURUSD', 1.08500, 1.08510, now() - interval '1 day', 'simulated')::quotes, now() - interval '12 hours');
         perform private.checked_words(idea);
         return null;
       exception when others then return sqlerrm; end $$`,
    )
    await fc.assert(
      fc.asyncProperty(draft, async (changes) => {
        const given = ideaDraft(changes)
        const problems = ideaProblems(given, instrument).map(({ key }) => key)
        const { rows } = await session.query<{ key: string | null }>(`select pg_temp.verdict($1) as key`, [
          JSON.stringify(given),
        ])
        const [{ key }] = rows as [{ key: string | null }]
        if (problems.length === 0) expect(key).toBeNull()
        else expect(problems).toContain(key)
      }),
      { numRuns: 150 },
    )
    session.release()
  })

  it('makes one idea of a double click, and of two requests at once', async () => {
    const { client, member } = await somebody()
    const key = randomUUID()
    await quoteAt(vigie, '1.08500')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.rpc('publish_idea', { idea: ideaDraft(), key }).throwOnError()),
    )
    expect(new Set(answers.map(({ data }) => (data as { id: string }).id)).size).toBe(1)
    const { rows } = await vigie.admin.query('select count(*)::int from ideas where author = $1', [member])
    expect(rows).toEqual([{ count: 1 }])
  })

  it('lets a member publish ten a day, however many come at once, and numbers them without a gap', async () => {
    const { client, member } = await somebody()
    await quoteAt(vigie, '1.08500')
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => client.rpc('publish_idea', { idea: ideaDraft(), key: randomUUID() })),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(10)
    expect(new Set(answers.flatMap(({ error }) => error?.message ?? []))).toEqual(new Set(['too_many_ideas']))
    const { rows } = await vigie.admin.query(
      `select bool_and(number = place) as whole, count(*) filter (where author = $1)::int as own
         from (select number, author, row_number() over (order by number) as place from ideas) as counted`,
      [member],
    )
    expect(rows).toEqual([{ whole: true, own: 10 }])
  })

  it('opens a thread among the ideas that nobody starts without levels', async () => {
    const { client } = await somebody()
    const made = await publishIdea(vigie, client)
    const { data } = await client
      .from('threads')
      .select('category, title, symbol, posts!posts_thread_fkey(body)')
      .eq('id', made.thread)
      .single()
    expect(data).toMatchObject({
      category: 'idees',
      title: 'EURUSD H1 ↑ 1.08400 → 1.08800',
      symbol: 'EURUSD',
    })
    expect(JSON.stringify(data)).toContain('Le creux de lundi')
    const { error } = await client.rpc('start_thread', {
      category: 'idees',
      title: 'Sans niveaux',
      body: 'Une idée.',
    })
    expect(error?.message).toBe('category_not_found')
  })
})

describe('what was published', () => {
  it('[S-109] is neither changed nor deleted, not even by the owner of the database, whether it won or lost', async () => {
    const { client } = await somebody()
    const made = await publishIdea(vigie, client)
    await happens(vigie, made.id, 'entered', { price: '1.08400' })
    await happens(vigie, made.id, 'stopped', { price: '1.08200', r: '-1' })
    for (const table of [
      'ideas',
      'idea_terms',
      'idea_texts',
      'idea_openings',
      'idea_events',
      'idea_states',
      'idea_minutes',
    ]) {
      const key = table === 'ideas' ? 'id' : 'idea'
      for (const sql of [
        `delete from ${table} where ${key} = $1`,
        `update ${table} set ${key} = ${key} where ${key} = $1`,
      ])
        if ((await rowsFor(vigie.as.admin, table, made.id)).length > 0)
          await expect(vigie.admin.query(sql, [made.id])).rejects.toThrow('append_only')
    }
    const own = await client.from('ideas').delete().eq('id', made.id)
    expect(own.error?.code).toBe('42501')
  })

  it('keeps its place in the record when its author closes the account, under a number that leads to nobody', async () => {
    const { client, user, member } = await somebody()
    const made = await publishIdea(vigie, client)
    await vigie.admin.query('delete from auth.users where id = $1', [user])
    const [row] = await rowsFor(vigie.as.freemium, 'ideas', made.id)
    expect(row).toMatchObject({ author: member })
    const { data } = await vigie.as.freemium
      .from('community_members')
      .select('name, handle')
      .eq('id', member)
      .single()
    expect(data).toEqual({ name: null, handle: null })
  })

  it('is withdrawn before its entry and stays visible as withdrawn; it is closed by hand after it', async () => {
    const { client } = await somebody()
    const made = await publishIdea(vigie, client)
    const early = await client.rpc('close_idea', { idea_id: made.id })
    expect(early.error?.message).toBe('out_of_phase')
    await client.rpc('cancel_idea', { idea_id: made.id }).throwOnError()
    expect((await client.rpc('cancel_idea', { idea_id: made.id })).error?.message).toBe('already_asked')
    await happens(vigie, made.id, 'cancelled', { data: { rule: 'asked', reason: 'cancelled' } })
    const [state] = await rowsFor(vigie.as.freemium, 'idea_states', made.id)
    expect(state).toMatchObject({ state: 'cancelled', realised_r: null })
    expect((await entriesOf(made.id)).map(({ data }) => data.kind).slice(2)).toEqual([
      'cancel_asked',
      'cancelled',
    ])
    const other = await publishIdea(vigie, client)
    await happens(vigie, other.id, 'entered', { price: '1.08400' })
    expect((await client.rpc('cancel_idea', { idea_id: other.id })).error?.message).toBe('out_of_phase')
    await client.rpc('close_idea', { idea_id: other.id }).throwOnError()
  })

  it('takes dated notes of its author alone, whose words the record holds as a seal', async () => {
    const { client } = await somebody()
    const made = await publishIdea(vigie, client)
    await client.rpc('note_idea', { idea_id: made.id, words: '  Rien de neuf avant 16 h.  ' }).throwOnError()
    const [note] = await rowsFor(vigie.as.freemium, 'idea_notes', made.id)
    expect(note).toMatchObject({ text: 'Rien de neuf avant 16 h.' })
    const { data } = (await entriesOf(made.id)).at(-1)!
    expect(data).toMatchObject({ kind: 'note', price: null, r: null })
    expect((data.data as { commitment: string }).commitment).toBe(commitment(note!.nonce, note!.text))
    for (const words of ['', ' '.repeat(3), 'x'.repeat(1001)])
      expect((await client.rpc('note_idea', { idea_id: made.id, words })).error).not.toBeNull()
    const others = await vigie.as.admin.rpc('note_idea', { idea_id: made.id, words: 'Non' })
    expect([others.status, others.error?.message]).toEqual([404, 'idea_not_found'])
  })

  it('tells its author, and nobody else, when it ends', async () => {
    const { client, user } = await somebody()
    const made = await publishIdea(vigie, client)
    await happens(vigie, made.id, 'entered', { price: '1.08400' })
    await happens(vigie, made.id, 'stopped', { price: '1.08200', r: '-1' })
    const { rows } = await vigie.admin.query(
      'select user_id, kind, link from notifications where fact = $1',
      [`idea:${made.id}`],
    )
    expect(rows).toEqual([{ user_id: user, kind: 'idea_ended', link: `/communaute?sujet=${made.thread}` }])
  })
})

describe('words that are judged', () => {
  beforeEach(async () => {
    await vigie.admin.query(
      `create or replace function private.judge(author public.community_members, text text, kind text) returns private.verdict
       language sql stable set search_path = '' as $judge$
         select case when text like '%garanti%' then row('shield', '{promise}', '⟦promise⟧')::private.verdict
           when text like '%premier%' then row('hold', '{first_posts}', null)::private.verdict
           when text like '%interdit%' then row('refuse', '{word}', null)::private.verdict
           else row('pass', '{}', null)::private.verdict end $judge$`,
    )
  })

  it('are masked or held, while levels and result stay in the record', async () => {
    const { client } = await somebody()
    for (const [opinion, state] of [
      ['Gain garanti.', 'shielded'],
      ['Mon premier message.', 'published'],
    ] as const) {
      const made = await publishIdea(vigie, client, { opinion })
      const { data: post } = await vigie.as.freemium
        .from('posts')
        .select('state, body')
        .eq('thread', made.thread)
        .single()
      expect(post).toMatchObject({ state })
      expect(post?.body).not.toContain(opinion)
      expect(await rowsFor(vigie.as.freemium, 'idea_texts', made.id)).toEqual([])
      expect(await rowsFor(client, 'idea_texts', made.id)).toHaveLength(1)
      expect(await rowsFor(vigie.as.freemium, 'idea_terms', made.id)).toHaveLength(1)
      await happens(vigie, made.id, 'entered', { price: '1.08400' })
      await happens(vigie, made.id, 'stopped', { price: '1.08200', r: '-1' })
      expect(await rowsFor(vigie.as.freemium, 'idea_states', made.id)).toMatchObject([
        { state: 'closed', realised_r: -1 },
      ])
    }
    expect(await refused(client, { opinion: 'Un mot interdit.' })).toEqual(['text_refused', 'facts'])
  })

  it('are shown once they were reviewed, and hidden again when moderation removes them', async () => {
    const { client } = await somebody()
    const made = await publishIdea(vigie, client, { opinion: 'Mon premier message.' })
    const { rows } = await vigie.admin.query<{ id: string; edits: string }>(
      'select id, edits from held_posts where thread = $1',
      [made.thread],
    )
    await vigie.admin.query('select private.publish_held($1, null)', [rows[0]!.id])
    expect(await rowsFor(vigie.as.freemium, 'idea_texts', made.id)).toHaveLength(1)
    await vigie.admin.query('select private.remove_post($1, gen_random_uuid())', [rows[0]!.edits])
    expect(await rowsFor(vigie.as.freemium, 'idea_texts', made.id)).toEqual([])
    expect(await rowsFor(vigie.as.freemium, 'idea_terms', made.id)).toHaveLength(1)
  })

  it('of somebody one blocks are not shown, while what they claimed is', async () => {
    const [author, reader] = [await somebody(), await somebody()]
    const made = await publishIdea(vigie, author.client)
    await reader.client.from('member_blocks').insert({ blocked: author.member }).throwOnError()
    expect(await rowsFor(reader.client, 'idea_texts', made.id)).toEqual([])
    expect(await rowsFor(reader.client, 'idea_states', made.id)).toHaveLength(1)
  })
})

describe('an idea under escrow', () => {
  const sealed = () => ({
    deadline: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString(),
    targets: [{ price: HIDDEN_TARGET, share: '100' }],
    opinion: 'Une opinion scellée.',
  })
  const TABLES = ['idea_terms', 'idea_texts', 'idea_states', 'idea_events', 'idea_minutes', 'idea_notes']

  it('tells nobody anything but author, time, deadline and seals, staff included', async () => {
    const { client, member } = await somebody()
    const made = await publishIdea(vigie, client, sealed())
    await happens(vigie, made.id, 'entered', { price: '1.08400' })
    for (const who of ['visitor', ...MEMBERS, 'service_role'] as (Who | 'service_role')[])
      for (const table of TABLES)
        expect([who, table, await rowsFor(vigie.as[who], table, made.id)]).toEqual([who, table, []])
    for (const table of ['idea_terms', 'idea_texts', 'idea_states', 'idea_events'])
      expect(await rowsFor(client, table, made.id)).toHaveLength(1)
    const [row] = await rowsFor(vigie.as.freemium, 'ideas', made.id)
    expect(row).toMatchObject({ author: member, sealed: true })
    const { data: thread } = await vigie.as.admin
      .from('threads')
      .select('*, posts!posts_thread_fkey(*)')
      .eq('id', made.thread)
      .single()
    const { data: proof } = await vigie.as.visitor.rpc('export_proof', { after: 0, page_size: 1000 })
    const told = JSON.stringify([thread, proof, await entriesOf(made.id)])
    expect(told).not.toContain(HIDDEN_TARGET)
    expect(told).not.toContain('Une opinion scellée')
    expect(thread).toMatchObject({ title: '—', symbol: null })
  })

  it('opens when its author says so, with what happened to it until then', async () => {
    const { client } = await somebody()
    const made = await publishIdea(vigie, client, sealed())
    await happens(vigie, made.id, 'entered', { price: '1.08400' })
    expect((await entriesOf(made.id)).map(({ kind }) => kind)).toEqual(['idea_published'])
    for (const act of ['cancel_idea', 'close_idea'])
      expect((await client.rpc(act, { idea_id: made.id })).error?.message).toBe('idea_is_sealed')
    expect((await vigie.as.admin.rpc('reveal_idea', { idea_id: made.id })).error?.message).toBe(
      'idea_not_found',
    )
    await client.rpc('reveal_idea', { idea_id: made.id }).throwOnError()
    expect((await client.rpc('reveal_idea', { idea_id: made.id })).error?.message).toBe('idea_is_open')
    expect((await entriesOf(made.id)).map(({ kind }) => kind)).toEqual([
      'idea_published',
      'idea_opened',
      'idea_event',
    ])
    for (const who of MEMBERS) expect(await rowsFor(vigie.as[who], 'idea_terms', made.id)).toHaveLength(1)
    const { data: thread } = await vigie.as.freemium
      .from('threads')
      .select('title, symbol')
      .eq('id', made.thread)
      .single()
    expect(thread).toEqual({ title: `EURUSD H1 ↑ 1.08400 → ${HIDDEN_TARGET}`, symbol: 'EURUSD' })
  })

  it('opens by itself once it has ended', async () => {
    const { client } = await somebody()
    const made = await publishIdea(vigie, client, sealed())
    await happens(vigie, made.id, 'expired', { data: { rule: 'expiry', reason: 'not_entered' } })
    expect(await rowsFor(vigie.as.freemium, 'idea_terms', made.id)).toEqual([])
    const { rows } = await vigie.admin.query('select private.open_due_idea() as opened')
    expect(rows).toEqual([{ opened: true }])
    expect((await entriesOf(made.id)).map(({ kind }) => kind)).toEqual([
      'idea_published',
      'idea_opened',
      'idea_event',
    ])
    expect((await vigie.admin.query('select private.open_due_idea() as opened')).rows).toEqual([
      { opened: false },
    ])
  })

  it('has a deadline of five minutes to thirty days', async () => {
    const { client } = await somebody()
    const at = (minutes: number) =>
      new Date(Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000).toISOString()
    expect(await refused(client, { deadline: at(2) })).toEqual(['deadline_too_close', 'deadline'])
    expect(await refused(client, { deadline: at(43_300) })).toEqual(['deadline_too_far', 'deadline'])
    expect(await refused(client, { deadline: 'demain' })).toEqual(['invalid_deadline', 'deadline'])
  })
})

describe('all members together', () => {
  it('have no expectancy under thirty closed ideas, then one with its interval; each author has rows by instrument', async () => {
    const read = async (client: SupabaseClient = vigie.as.freemium) =>
      (await client.rpc('ideas_summary').throwOnError()).data
    expect((await vigie.as.visitor.rpc('ideas_summary')).error?.code).toBe('42501')
    const before = await read()
    expect(before.closed).toBeLessThan(30)
    expect(before).toMatchObject({ expectancy_r: null, half_width_r: null })
    const authors = []
    for (let nth = 0; nth < 30; nth++) {
      if (nth % 10 === 0) authors.push(await somebody())
      const { id } = await publishIdea(vigie, authors.at(-1)!.client)
      await happens(vigie, id, 'entered', { price: '1.08400' })
      await happens(vigie, id, 'stopped', { price: '1.08200', r: nth % 3 === 0 ? '2' : '-1' })
    }
    const { rows } = await vigie.admin.query(
      `select count(*)::int as closed, round(avg(realised_r), 4)::text as expectancy_r, round((1.96 * stddev_samp(realised_r) / sqrt(count(*)))::numeric, 4)::text as half_width_r
       from idea_states join idea_openings using (idea) where closed_at is not null and realised_r is not null`,
    )
    expect(await read()).toEqual(rows[0])
    expect(rows[0].closed).toBe(before.closed + 30)

    await keepIdeaRecords(vigie.admin)
    const { data } = await vigie.as.freemium
      .from('idea_records')
      .select('by_instrument')
      .eq('author', authors[0]!.member)
      .single()
    expect(data?.by_instrument).toEqual([
      expect.objectContaining({ symbol: 'EURUSD', n: 10, hits: 0, rate: null, auc: null }),
    ])
  })
})

describe('two readings of a signal', () => {
  const signal = (changes: object = {}) =>
    publish(vigie, {
      entry_low: '1.08000',
      entry_high: '1.08100',
      stop_loss: '1.07800',
      targets: [{ price: '1.08500', share: '100' }],
      order_type: 'limit',
      ...changes,
    })
  const against = (id: string) => ({
    counters: id,
    direction: 'sell',
    entry_low: '1.08550',
    entry_high: '1.08600',
    stop_loss: '1.08800',
    targets: [{ price: '1.08200', share: '100' }],
  })
  const measured = (member: string, brier: string) =>
    vigie.admin.query(`select private.keep_idea_record($1, 1, $2, '[]')`, [
      member,
      JSON.stringify({ calibration: { n: 40, brier } }),
    ])

  it('are an open signal and an idea of the other direction, by whoever may read the signal', async () => {
    const { client } = await somebody()
    await quoteAt(vigie, '1.08500')
    const { id } = await signal({ tier: 'premium' })
    expect(await refused(client, against(id))).toEqual(['signal_not_found', null])
    expect(
      await refused(vigie.as.premium, {
        ...against(id),
        ...{
          direction: 'buy',
          entry_low: '1.08300',
          entry_high: '1.08400',
          stop_loss: '1.08200',
          targets: ideaDraft().targets,
        },
      }),
    ).toEqual(['same_direction', 'direction'])
    expect(await refused(vigie.as.premium, against(randomUUID()))).toEqual(['signal_not_found', null])
    const made = await publishIdea(vigie, vigie.as.premium, against(id))
    expect(await rowsFor(vigie.as.analyst, 'idea_terms', made.id)).toHaveLength(1)
    for (const table of ['counter_theses', 'idea_terms', 'idea_texts', 'idea_states'])
      expect([table, await rowsFor(vigie.as.freemium, table, made.id)]).toEqual([table, []])
    expect((await vigie.as.premium.rpc('reveal_idea', { idea_id: made.id })).error?.message).toBe(
      'signal_is_open',
    )
    // Its own end would tell the direction of the signal too.
    await happens(vigie, made.id, 'expired', { data: { rule: 'expiry', reason: 'not_entered' } })
    expect((await vigie.admin.query('select private.open_due_idea() as opened')).rows).toEqual([
      { opened: false },
    ])
    expect(await rowsFor(vigie.as.freemium, 'idea_states', made.id)).toEqual([])
  })

  it('[S-109] pin the contre-thèse of the best calibrated author, and grade both at the end of the signal', async () => {
    const [one, other, few] = [await somebody(), await somebody(), await somebody()]
    await quoteAt(vigie, '1.08500')
    const { id } = await signal({ tier: 'freemium', entry_low: '1.08010' })
    expect((await one.client.rpc('two_readings', { signal: id })).data).toBeNull()
    await publishIdea(vigie, few.client, against(id))
    await publishIdea(vigie, other.client, against(id))
    const best = await publishIdea(vigie, one.client, against(id))
    await measured(one.member, '0.2100')
    await measured(other.member, '0.2300')
    const read = async () => (await vigie.as.freemium.rpc('two_readings', { signal: id }).throwOnError()).data
    expect(await read()).toMatchObject({
      idea: best.id,
      author: one.member,
      others: 2,
      held: null,
      signal_r: null,
    })
    await vigie.admin.query(
      `select private.append_signal_event($1, 'entered', clock_timestamp(), 1.08100, null, '{}')`,
      [id],
    )
    await vigie.admin.query(
      `select private.append_signal_event($1, 'stopped', clock_timestamp(), 1.07800, -1, '{}')`,
      [id],
    )
    expect(await read()).toMatchObject({ held: true, signal_r: '-1' })
    for (const _ of [1, 2, 3]) await vigie.admin.query('select private.open_due_idea()')
    for (const table of ['idea_terms', 'idea_texts'])
      expect(await rowsFor(vigie.as.freemium, table, best.id)).toHaveLength(1)
    expect((await entriesOf(best.id)).map(({ kind }) => kind)).toEqual(['idea_published', 'idea_opened'])
    expect(await refused(one.client, against(id))).toEqual(['signal_has_ended', null])
  })
})

it('opens and ends ideas while others write, without a deadlock', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, somebody))
  const deadline = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString()
  const made = await Promise.all(
    people.map(({ client }, index) => publishIdea(vigie, client, index % 2 ? {} : { deadline })),
  )
  await Promise.all(
    made.flatMap(({ id }, index) => [
      happens(vigie, id, 'entered', { price: '1.08400' }),
      index % 2
        ? people[index]!.client.rpc('note_idea', { idea_id: id, words: 'Note' }).throwOnError()
        : opened(id),
      publishIdea(vigie, people[index]!.client),
    ]),
  )
  for (const { id } of made)
    expect((await rowsFor(vigie.as.freemium, 'idea_events', id)).length).toBeGreaterThan(0)
})
