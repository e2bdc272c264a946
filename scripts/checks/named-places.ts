import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Checks the names that a documentation page writes in code: files, functions, other names, and npm scripts. A path starts at the
 * repository's root, at `supabase/schemas/`, at the base that the page declares, or next to the file named before it. A function
 * is searched in the file that follows it in brackets or after “in”, otherwise in the file named last in the same paragraph or
 * list item, otherwise in the first one. Any other name is searched in every file of that paragraph.
 */
const root = join(import.meta.dirname, '../..')
const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts

const PATH = /^(?!\/)[\w@.*/<>-]+(\.(ts|tsx|sql|md|json|jsonl|toml|mjs|js|css|webp|png)|\/)$/
const CALL = /^(?:(\w+)\.)?(\w+)\(\)$/
const NAME = /^[a-z_][\w.]*$/i
/** `a()` and `b()` in `file`, or `a()` (`file`). */
const BESIDE = /^(?:,?\s+(?:and\s+)?`[\w.]+\(\)`)*\s+(?:\((?:both in\s+)?|in\s+|of\s+)`([^`]+)`/
const FIRST_PATH = /`([\w./-]+\.\w+)`/
const COMMAND = /^npm run ([\w:]+)/

/** The names on a page that do not exist, each with its line. */
export function wrongNames(page: string, text: string): string[] {
  const [said, base = dirname(page)] = /Paths\s+begin\s+at\s+`([^`]+)`/.exec(text) ?? []
  return blocksOf(said ? text.replace(said, said.replaceAll('`', '')) : text).flatMap(
    ({ line, text: block }) => wrongInBlock(base, block).map((name) => `${page}:${line} ${name}`),
  )
}

/** Paragraphs and list items, without code samples. */
export function blocksOf(text: string): { line: number; text: string }[] {
  const blocks: { line: number; text: string }[] = []
  let sample = false
  let open = false
  for (const [at, line] of text.split('\n').entries()) {
    const fence = line.trimStart().startsWith('```')
    if (fence) sample = !sample
    const blank = fence || sample || line.trim() === '' || line.startsWith('#')
    const last = blocks.at(-1)
    if (blank) open = false
    else if (open && last && !/^\s*([-|]|\d+\.) /.test(line) && !line.startsWith('|'))
      last.text += `\n${line}`
    else {
      blocks.push({ line: at + 1, text: line })
      open = true
    }
  }
  return blocks
}

function wrongInBlock(base: string, block: string): string[] {
  const wrong: string[] = []
  const files: string[] = []
  const later: string[] = []
  for (const { 1: span = '', index } of block.matchAll(/`([^`]+)`/g)) {
    const [, command] = COMMAND.exec(span) ?? []
    const [, schema, name] = CALL.exec(span) ?? []
    if (command) {
      if (!(command in scripts)) wrong.push(span)
    } else if (PATH.test(span)) {
      const found = findPlace(span, base, files.at(-1))
      if (found) files.push(found)
      else wrong.push(span)
    } else if (name) {
      const rest = block.slice(index + span.length + 2)
      const beside = BESIDE.exec(rest)?.[1] ?? (files.length > 0 ? undefined : FIRST_PATH.exec(rest)?.[1])
      const file = beside ? findPlace(beside, base, files.at(-1)) : files.at(-1)
      if (!file || !defines(file, name, schema)) wrong.push(`${span} in ${file ?? 'no file'}`)
    } else if (NAME.test(span)) later.push(span)
  }
  // Check names after the whole paragraph has been read: a name may precede its file.
  for (const name of files.length > 0 ? later : [])
    if (!files.some((file) => mentions(file, name))) wrong.push(`${name} in ${files.join(', ')}`)
  return wrong
}

/** The path from the root; undefined if no such file or folder exists. `<feature>` matches any name. */
export function findPlace(span: string, base: string, before: string | undefined): string | undefined {
  const path = span.replace(/<\w+>/g, '*')
  const beside = before ? [before, dirname(before)] : []
  return ['.', 'supabase/schemas', base, ...beside]
    .map((start) => join(start, path))
    .find((place) => globSync(place, { cwd: root }).length > 0)
}

const texts = new Map<string, string>()
function textOf(path: string): string {
  let text = texts.get(path)
  if (text === undefined) {
    const named = globSync(path, { cwd: root }).filter((file) => statSync(join(root, file)).isFile())
    text = named.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    texts.set(path, text)
  }
  return text
}

function defines(path: string, name: string, schema = '\\w+'): boolean {
  const [text, sql] = [textOf(path), path.endsWith('.sql')]
  const asSql = `create (or replace )?(function|procedure) (${schema}\\.)?${name}\\s*\\(`
  const asCode = `\\b(function\\*?|const|class) ${name}\\b|^\\s+((static|async|private) )*\\*?${name}(<[^>]*>)?\\([^;]*?\\{$`
  return new RegExp(sql ? asSql : asCode, 'm').test(text)
}

const mentions = (path: string, name: string): boolean =>
  (path.endsWith('/') && existsSync(join(root, path, name))) ||
  name.split('.').every((part) => new RegExp(`(?<!\\w)${part}(?!\\w)`).test(textOf(path)))
