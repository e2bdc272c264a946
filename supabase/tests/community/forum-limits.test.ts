import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { writer } from './forum-stage.ts'

let vigie: Product
let thread: string
beforeAll(async () => {
  vigie = await product()
  await vigie.admin.query(`update community_members set trust = 3;
    create or replace function private.judge(author public.community_members, text text, kind text) returns private.verdict
    language sql stable set search_path = '' as $$ select row('pass', '{}'::text[], null)::private.verdict $$`)
  const { data } = await vigie.as.freemium
    .rpc('start_thread', { category: 'methode', title: 'Un sujet pour tous', body: 'Bonjour.' })
    .throwOnError()
  thread = data.id
}, 60_000)
afterAll(() => vigie.stop())

describe('a thousand posts a minute', () => {
  it('are answered 429 with a key, after as many as the member’s trust permits, and nothing of them is kept', async () => {
    const { client, known } = await writer(vigie)
    await vigie.admin.query('update community_members set trust = 0 where id = $1', [known])
    const answers = []
    for (let batch = 0; batch < 10; batch++)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, (_, n) =>
            client.rpc('publish_post', { thread, body: `Message ${batch} ${n}` }),
          ),
        )),
      )
    expect(answers.filter(({ error }) => !error)).toHaveLength(3)
    expect(
      new Set(answers.filter(({ error }) => error).map(({ status, error }) => `${status} ${error?.message}`)),
    ).toEqual(new Set(['429 too_many_posts']))
    const { rows } = await vigie.admin.query('select from posts where author = $1', [known])
    expect(rows).toHaveLength(3)
  }, 60_000)

  it('by the hour and, for threads, by the day', async () => {
    const { client, known } = await writer(vigie)
    await vigie.admin.query('update community_members set trust = 0 where id = $1', [known])
    const begin = () =>
      client.rpc('start_thread', { category: 'risque', title: 'Encore un sujet', body: 'x' })
    for (let n = 0; n < 3; n++) {
      expect((await begin()).error).toBeNull()
      await vigie.admin.query(
        `update private.forum_writes set at = at - interval '2 minutes' where member = $1`,
        [known],
      )
    }
    expect((await begin()).error).toMatchObject({ code: 'PT429', hint: 'thread' })
    expect((await client.rpc('publish_post', { thread, body: 'Une réponse' })).error).toBeNull()
    await vigie.admin.query(
      `insert into private.forum_writes (member, kind, at) select $1, 'post', now() - interval '30 minutes' from generate_series(1, 15)`,
      [known],
    )
    expect((await client.rpc('publish_post', { thread, body: 'Une autre' })).error).toMatchObject({
      code: 'PT429',
      hint: 'post',
    })
  })
})

describe('slow mode', () => {
  it('says how many seconds are left in this thread, and lets staff write', async () => {
    const { client } = await writer(vigie)
    await vigie.admin.query(`update forum_categories set slow_mode = 600 where slug = 'methode'`)
    const post = (body: string) => client.rpc('publish_post', { thread, body })
    expect((await post('Un')).error).toBeNull()
    const { error } = await post('Deux')
    expect(error).toMatchObject({ code: 'PT429', message: 'slow_mode' })
    expect(Number(error?.details)).toBeGreaterThan(590)
    for (const body of ['Un', 'Deux'])
      expect((await vigie.as.analyst.rpc('publish_post', { thread, body })).error).toBeNull()
    await vigie.admin.query(`update forum_categories set slow_mode = 0 where slug = 'methode'`)
  })
})

describe('a text that is refused', () => {
  const handles = Array.from({ length: 31 }, (_, n) => `mention-${n}`)
  beforeAll(async () => {
    await vigie.admin.query(
      `insert into community_members (handle, name) select handle, handle from unnest($1::text[]) as handle`,
      [handles],
    )
  })
  it.each([
    ['a giant one', 'x'.repeat(20_001), 'text_too_long'],
    ['a giant one in letters of many bytes', '🎯'.repeat(16_000), 'text_too_long'],
    ['one of nothing but invisible letters', '\u200b\u200e \u2060\ufeff', 'text_empty'],
    ['a quote of a quote of a quote of a quote', '> > > > Bonjour', 'quotes_too_deep'],
    ['a deep quote written without spaces', 'Oui.\n>>>>>> Bonjour', 'quotes_too_deep'],
    ['a storm of mentions', handles.map((handle) => `@${handle}`).join(' '), 'too_many_mentions'],
  ])('%s is so before anybody reads it', async (_, body, key) => {
    const { client } = await writer(vigie)
    expect((await client.rpc('publish_post', { thread, body })).error).toMatchObject({
      code: '22023',
      message: key,
      hint: 'body',
    })
  })

  it('counts each named member once, and nobody who is named in code or a quote', async () => {
    const { client } = await writer(vigie)
    const storm = handles.map((handle) => `@${handle}`).join(' ')
    for (const body of [`@mention-1 `.repeat(50), `\`${storm}\``, `> ${storm}\n\nD’accord.`])
      expect((await client.rpc('publish_post', { thread, body })).error).toBeNull()
  })
})

describe('a text as it is kept', () => {
  const kept = async (given: string) =>
    (await vigie.admin.query<{ kept: string }>('select private.writable_text($1) as kept', [given])).rows[0]
      ?.kept
  it.each([
    ['composed letters', 'E\u0301cole', 'École'],
    ['no zero-width letters within words', 'pay\u200bp\u200cal\u200d \ufeffici', 'paypal ici'],
    ['no control of direction', '\u202egnp.exe\u202c \u2067x\u2069 \u200fy', 'gnp.exe x y'],
    ['no tags and no variation of nothing', 'a\u{e0061}\u{e0062}b\u00adc', 'abc'],
    ['the joiners of an emoji', '👩\u200d💻', '👩\u200d💻'],
    ['the joiners of a script that needs them', 'می\u200cخواهم क्\u200dष', 'می\u200cخواهم क्\u200dष'],
    ['three accents upon a letter at most', `Z${'\u0300\u0301'.repeat(20)}`, 'Z\u0300\u0301\u0300'],
    ['right-to-left letters as they are', 'שלום עולם', 'שלום עולם'],
    ['one kind of line end, and few empty lines', 'a\r\nb\n\n\n\n\n\n\nc  \n', 'a\nb\n\n\nc'],
  ])('has %s', async (_, given, expected) => {
    expect(await kept(given)).toBe(expected)
  })
})
