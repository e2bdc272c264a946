import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blocksOf, findPlace, wrongNames } from './named-places.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const linesOf = (path: string) => read(path).trimEnd().split('\n').length

const AREAS = globSync('docs/areas/*.md', { cwd: root })
/** SQL is in snake case, pages are in kebab case. */
const pageOf = (area: string) => area.replaceAll('_', '-')
const GUIDES = ['docs/map.md', 'docs/questions.md', ...AREAS, ...globSync('docs/recipes/*.md', { cwd: root })]
const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const TRACKED = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})

describe('a name that does not exist', () => {
  it.each([
    ['a file', 'Read `server/src/nowhere.ts`.', 'server/src/nowhere.ts'],
    ['a function', 'It is `private.notify_nobody()` (`notifications/notifications.sql`).', 'notify_nobody'],
    ['a function of another file', '`server/src/serve.ts` calls `createApp()`.', 'createApp'],
    ['a function of no file', 'It ends in `createApp()`.', 'no file'],
    ['a schema', '`market/market.sql` with `public.no_such_table`.', 'no_such_table'],
    ['a script', 'Run `npm run nothing`.', 'npm run nothing'],
    ['a folder of a recipe', 'Add `web/src/chapters/<feature>/screen.tsx`.', '<feature>'],
  ])('is found: %s', (_, text, name) => {
    expect(wrongNames('docs/page.md', text)).toEqual([expect.stringContaining(name)])
  })

  it('is not confused with an existing one', () => {
    const text = [
      '1. `server/src/app.ts`: `createApp()` registers `rest()` (`server/src/rest/plugin.ts`).',
      '2. `market/candle_storage.sql`, then `market.sql` with `private.candles_minutes`; `npm run check`.',
      '- `web/src/features/<feature>/messages/fr.json`, and `wal-archive.ts` beside `server/src/backup/backups.ts`:',
      '  no file is named before it.',
    ].join('\n')
    expect(wrongNames('docs/page.md', text)).toEqual(['docs/page.md:3 wal-archive.ts'])
    expect(blocksOf(text).map(({ line }) => line)).toEqual([1, 2, 3])
  })
})

describe('the documentation', () => {
  it.each(GUIDES)('%s names files and functions that are there', (page) => {
    expect(wrongNames(page, read(page))).toEqual([])
  })

  it('has a map of one page, and a page of ten to thirty lines for each area', () => {
    expect(linesOf('docs/map.md')).toBeLessThanOrEqual(120)
    expect(AREAS.filter((page) => linesOf(page) < 10 || linesOf(page) > 30)).toEqual([])
    const areas = readdirSync(join(root, 'supabase/schemas')).map(pageOf)
    const services = ['auth', 'rest', 'realtime', 'storage', 'functions', 'database']
    const wanted = [...areas, ...services.map((name) => `server-${name}`), 'worker', 'web']
    expect(wanted.filter((name) => !existsSync(join(root, `docs/areas/${name}.md`)))).toEqual([])
    const map = read('docs/map.md')
    expect(AREAS.filter((page) => !map.includes(`(${page.replace('docs/', '')})`))).toEqual([])
  })

  it('names each schema file on the page of its area', () => {
    const files = globSync('supabase/schemas/*/*.sql', { cwd: root }).map((path) => path.split('/').slice(2))
    const unnamed = files.filter(
      ([area = '', file = '']) => !read(`docs/areas/${pageOf(area)}.md`).includes(`${area}/${file}`),
    )
    expect(unnamed.map((parts) => parts.join('/'))).toEqual([])
  })

  it.each(PAGES)('%s links to pages, sections and files that are there', (page) => {
    const wrong = [
      ...read(page).matchAll(/\]\((?!https?:|mailto:|calc:|given:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
    ].filter(([, path = '', section]) => {
      const file = path ? join(dirname(page), path) : page
      return !existsSync(join(root, file)) || (section && !sectionsOf(read(file)).includes(section))
    })
    expect(wrong.map(([link]) => link)).toEqual([])
  })

  it.each(PAGES.filter((page) => page !== 'CHANGELOG.md'))('%s names files that are there', (page) => {
    const paths = [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|sql|toml|mjs))`/g)]
    const wrong = paths.filter(
      ([, path = '']) => !findPlace(path, dirname(page), undefined) && !endsPath(path),
    )
    expect(wrong.map(([, path]) => path)).toEqual([])
  })
})

/** A path may be shortened from the left where the page says whose it is. */
const endsPath = (path: string) =>
  `\n${TRACKED}`.includes(`/${path}\n`) || `\n${TRACKED}`.includes(`\n${path}\n`)

/** The anchors that the headings of a page have on GitHub. */
const sectionsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
