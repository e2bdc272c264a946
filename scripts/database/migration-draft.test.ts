import { describe, expect, it } from 'vitest'
import { MigrationDraft } from './migration-draft.ts'
import { rowStatements } from './row-statements.ts'

describe('a migration that has not landed', () => {
  it('keeps its handwritten parts when it is regenerated', () => {
    const first = new MigrationDraft('').withGenerated('create table a (n int);') ?? ''
    const edited = first
      .replace(/^(-- First.*)$/m, '$1\n\nupdate b set n = 0 where n is null;')
      .concat('\ninsert into a values (1);\n')
    const again = new MigrationDraft(edited).withGenerated('create table c (n int);') ?? ''
    expect(again).not.toContain('create table a')
    expect([...again.matchAll(/^(update|create|insert).*$/gm)].map(([line]) => line)).toEqual([
      'update b set n = 0 where n is null;',
      'create table c (n int);',
      'insert into a values (1);',
    ])
  })

  it('is not written when there is nothing to change', () => {
    expect(new MigrationDraft('').withGenerated('')).toBeUndefined()
  })

  it('is not regenerated over a file without its markers', () => {
    expect(() => new MigrationDraft('create table a (n int);')).toThrow('lost the markers')
  })

  it('lists differing rows as statements to review', () => {
    const rows = (...values: object[]) =>
      new Map(values.map((value) => [`row of public.a: ${JSON.stringify(value)}`, '1']))
    expect(rowStatements(rows({ n: 1 }, { n: 2 }), rows({ n: 2 }, { n: "3'" }))).toEqual([
      `delete from public.a as t where to_jsonb(t) @> '{"n":1}';`,
      `insert into public.a ("n") select "n" from jsonb_populate_record(null::public.a, '{"n":"3''"}');`,
    ])
  })
})
