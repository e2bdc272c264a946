import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeAll,
  closeFrom,
  database,
  openAs,
  type Person,
  person,
  profilesOpen,
  url,
} from '../stage/fixtures.ts'

/** What the forum does in a browser with what is sent to disturb it. Each text is told in words or shown as words. */
const MEMBERS = 31
let writer: Person
let reader: Person
let thread: string
const handles = Array.from({ length: MEMBERS }, () => `nom-${randomUUID().slice(0, 8)}`)
beforeAll(async () => {
  writer = await person('freemium')
  reader = await person('freemium')
  await database('update community_members set trust = 3 where user_id = any ($1)', [[writer.id, reader.id]])
  await database(
    'insert into community_members (handle, name) select handle, handle from unnest($1::text[]) as handle',
    [handles],
  )
  thread = await begin('Un fil que l’on dérange')
})
afterAll(closeAll)

async function begin(title: string, body = 'Le premier message.'): Promise<string> {
  const { data } = await writer.client
    .rpc('start_thread', { category: 'methode', title, body })
    .throwOnError()
  return (data as { id: string }).id
}
const answer = async (body: string) => {
  await database('delete from private.forum_writes')
  await writer.client.rpc('publish_post', { thread, body }).throwOnError()
}
const within = async (test: () => Promise<void>) => {
  const open = profilesOpen()
  try {
    await test()
  } finally {
    await closeFrom(open)
  }
}
const field = (page: Page) => page.getByRole('textbox', { name: 'Votre message' })
const send = (page: Page) => page.getByRole('button', { name: 'Publier la réponse' })

/** One of each kind; `post-markdown.test.tsx` has them all. */
const TRICKS = [
  '<script>window.hurt = 1</script>',
  '<img src=x onerror="window.hurt = 1">',
  '<svg onload="window.hurt = 1">',
  '<iframe srcdoc="<script>parent.hurt = 1</script>"></iframe>',
  '<style>body { display: none }</style>',
  '<p style="position:fixed;inset:0;background:red">couvert</p>',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<form action="https://evil.example"><input autofocus onfocus="window.hurt = 1"></form>',
  '[lien](javascript:window.hurt=1)',
  '[lien](data:text/html,<script>hurt=1</script>)',
  '![vu](https://evil.example/seen.png)',
  '![vu](//evil.example/seen.png)',
  '`<script>window.hurt = 1</script>`',
]

describe('the forum under attack', () => {
  it('runs, loads, covers and sends nothing of script, style and link tricks', () =>
    within(async () => {
      for (const trick of TRICKS) await answer(`Un texte ordinaire.\n\n${trick}\n\nLa fin.`)
      const page = await openAs(reader, '/communaute')
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
          elsewhere.push(request.url())
      })
      page.on('dialog', (dialog) => {
        elsewhere.push(dialog.message())
        void dialog.dismiss()
      })
      await page.goto(`${url}/communaute?sujet=${thread}`)
      await page.locator('article').nth(TRICKS.length).getByText('La fin.').waitFor()
      // Its only links lead nowhere: there are none.
      const found = await page.evaluate(() => ({
        hurt: 'hurt' in window,
        inside: [...document.querySelectorAll('article')].flatMap((article) =>
          [
            ...article.querySelectorAll(
              'script, style, iframe, form, input, img:not([src^="/"]), a[href^="javascript" i], a[href^="data" i]',
            ),
          ].map(({ outerHTML }) => outerHTML),
        ),
        fixed: [...document.querySelectorAll('article *')].filter(
          (element) => getComputedStyle(element).position === 'fixed',
        ).length,
        wide: document.documentElement.scrollWidth > window.innerWidth,
      }))
      expect({ ...found, elsewhere }).toEqual({
        hurt: false,
        inside: [],
        fixed: 0,
        wide: false,
        elsewhere: [],
      })
    }))

  it.each([
    ['a giant text', () => 'x'.repeat(20_001), 'Le texte dépasse 20 000 caractères.'],
    ['a text of invisible letters', () => '\u200b\u2060\u200e', 'Écrivez un texte.'],
    ['a quote of a quote of a quote of a quote', () => '> > > > > > Bonjour', /Citez \d niveaux au plus\./],
    [
      'a storm of mentions',
      () => handles.map((handle) => `@${handle}`).join(' '),
      /Mentionnez \d+ membres au plus\./,
    ],
  ])('holds off %s with a message, and keeps the words in the field', (_, text, told) =>
    within(async () => {
      await database('delete from private.forum_writes')
      const page = await openAs(writer, `/communaute?sujet=${thread}`)
      await field(page).fill(text())
      await send(page).click()
      await page.getByText(told).first().waitFor()
      expect(await field(page).inputValue()).not.toBe('')
    }),
  )

  it('holds off a thousand posts a minute with a message, and keeps the last one in the field', () =>
    within(async () => {
      const before = await database<{ n: number }>('select count(*)::int as n from posts where thread = $1', [
        thread,
      ])
      await database('delete from private.forum_writes')
      for (let sent = 0; sent < 1000; sent += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            writer.client.rpc('publish_post', { thread, body: `Message ${sent + n}` }),
          ),
        )
      const page = await openAs(writer, `/communaute?sujet=${thread}`)
      await field(page).fill('Encore un.')
      await send(page).click()
      await page.getByText(/Vous écrivez beaucoup en peu de temps/).waitFor()
      expect(await field(page).inputValue()).toBe('Encore un.')
      const [after] = await database<{ n: number }>(
        'select count(*)::int as n from posts where thread = $1',
        [thread],
      )
      // As many as the highest trust may write in a minute.
      expect(after!.n - before[0]!.n).toBe(20)
    }))

  it('shows right-to-left and zero-width letters as words that turn nothing around them', () =>
    within(async () => {
      await database('delete from private.forum_writes')
      const id = await begin(
        'Titre \u202egnp.exe\u202c et sui\u200bte',
        'שלום עולם, \u202eabc\u202c et la suite.',
      )
      const page = await openAs(reader, '/communaute')
      const row = page.locator(`[data-thread="${id}"]`)
      await row.getByText('Titre gnp.exe et suite').waitFor()
      await page.goto(`${url}/communaute?sujet=${id}`)
      const words = page.locator('article').first().getByText('שלום עולם, abc et la suite.')
      await words.waitFor()
      expect(await words.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
      const menu = page.locator('article').first().getByRole('button').first()
      expect(await menu.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    }))

  it('tells a member whose account goes while they write, and publishes nothing', () =>
    within(async () => {
      const leaving = await person('freemium')
      await database('update community_members set trust = 3 where user_id = $1', [leaving.id])
      const page = await openAs(leaving, `/communaute?sujet=${thread}`)
      await field(page).fill('Pendant que mon compte disparaît.')
      await database('delete from auth.users where id = $1', [leaving.id])
      await send(page).click()
      await page.getByRole('alert').getByText('Le serveur a refusé ce texte.').waitFor()
      expect(await field(page).inputValue()).toBe('Pendant que mon compte disparaît.')
      expect(
        await database(`select from posts where body = 'Pendant que mon compte disparaît.'`),
      ).toHaveLength(0)
    }))
})
