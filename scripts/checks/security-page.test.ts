import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** docs/security.md covers OWASP ASVS 5.0, levels 1 and 2: one row per requirement, with its evidence. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const levels = JSON.parse(read('docs/asvs-levels.json')) as Record<'1' | '2', string[]>

const CITED = /`([^`]+)`(?: “([^”]+)”)?/g

const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number, level, about, verdict, where, ...more] = line.slice(2, -2).split(' | ')
    const cited = [...(where ?? '').matchAll(CITED)].map(([, path = '', name]) => ({ path, name }))
    return { number, level, about, verdict, cited, more }
  })

const wrong = (isWrong: (row: (typeof rows)[number]) => boolean) =>
  rows.filter(isWrong).map(({ number }) => number)

describe('the table of security requirements', () => {
  it('lists every requirement of levels 1 and 2 once, in order, with its level', () => {
    const parts = (text: string) => text.split(' ')[0]?.split('.').map(Number) ?? []
    const wanted = (['1', '2'] as const)
      .flatMap((level) => levels[level].map((number) => `${number} ${level}`))
      .sort((a, b) => {
        const [left, right] = [parts(a), parts(b)]
        const at = left.findIndex((part, index) => part !== right[index])
        return (left[at] ?? 0) - (right[at] ?? 0)
      })
    expect(wanted).toHaveLength(253)
    expect(rows.map(({ number, level }) => `${number} ${level}`)).toEqual(wanted)
  })

  it('summarises each in a few words with one of three verdicts, and a reason where it does not hold', () => {
    expect(wrong(({ about = '' }) => !/^\S+(?: \S+){1,7}$/.test(about))).toEqual([])
    expect(wrong(({ verdict = '' }) => !/^(holds|does not (hold|apply): \S.{14,})$/.test(verdict))).toEqual(
      [],
    )
    expect(wrong(({ more }) => more.length > 0)).toEqual([])
  })

  it('cites one or two existing places for each requirement that holds', () => {
    expect(wrong(({ verdict, cited }) => verdict === 'holds' && cited.length === 0)).toEqual([])
    expect(wrong(({ cited }) => cited.length > 2)).toEqual([])
    expect(wrong(({ cited }) => cited.some(({ path }) => !existsSync(join(root, path))))).toEqual([])
    expect(
      wrong(({ cited }) => cited.some(({ path, name }) => name !== undefined && !read(path).includes(name))),
    ).toEqual([])
  })
})
