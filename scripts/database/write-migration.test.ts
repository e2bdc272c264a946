import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeMigration } from './write-migration.ts'

const BASELINE = `create table public.plants (id int primary key, name text);
create table public.growth (at timestamptz not null) partition by range (at);
create table public.growth_2026 partition of public.growth for values from ('2026-01-01') to ('2027-01-01');
insert into public.plants values (1, 'Fern');`

let project: string
const write = (path: string, text: string) => writeFileSync(join(project, 'supabase', path), text)
const schema = (text: string) => write('schemas/garden/plants.sql', text)
const written = () => {
  const [, file] = readdirSync(join(project, 'supabase', 'migrations')).filter((name) =>
    name.endsWith('.sql'),
  )
  return readFileSync(join(project, 'supabase', 'migrations', file ?? ''), 'utf8')
}

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'garden-'))
  for (const folder of ['migrations', 'schemas/garden'])
    mkdirSync(join(project, 'supabase', folder), { recursive: true })
  write('config.toml', '[db.migrations]\nschema_paths = ["./schemas/garden/*.sql"]\n')
  write('migrations/1_baseline.sql', BASELINE)
  const hash = createHash('sha256').update(BASELINE).digest('hex')
  write('migrations/history.json', JSON.stringify({ landed: { 1: hash } }))
  schema(BASELINE)
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

describe('a generated migration', () => {
  it('is not written when the migrations match the schemas', async () => {
    expect(await writeMigration(project, 'next')).toEqual({
      path: undefined,
      remaining: undefined,
      ownSchema: false,
    })
  })

  it('produces the schemas, ignoring partitions created over time', async () => {
    schema(
      `${BASELINE.replace('2026 ', '2027 ').replace("'2026-01-01') to ('2027", "'2027-01-01') to ('2028")}
       alter table public.growth add column height numeric check (height > 0);
       create function public.tallest() returns numeric language sql stable as 'select max(height) from public.growth';
       comment on function public.tallest() is 'The tallest.';`,
    )
    const { path, remaining } = await writeMigration(project, 'next')
    expect(path).toMatch(/^supabase\/migrations\/\d{14}_next\.sql$/)
    expect(remaining).toBeUndefined()
    expect(written()).toMatch(/height/)
    expect(written()).not.toMatch(/growth_20/)
  })

  it('applies handwritten parts, and keeps them when it is regenerated', async () => {
    schema(BASELINE.replace('name text', 'title text not null').replace("'Fern');", "'Fern'), (2, 'Ivy');"))
    // A not-null column cannot be added where rows exist.
    await expect(writeMigration(project, 'next')).rejects.toThrow('contains null values')
    // The tool compares states, so it sees a rename as a loss.
    expect(written()).toMatch(/DROP COLUMN "?name/i)
    const [file] = readdirSync(join(project, 'supabase', 'migrations')).filter((name) =>
      name.endsWith('_next.sql'),
    )
    const text = written().replace(
      '-- Generated',
      'alter table public.plants rename column name to title;\n\n-- Generated',
    )

    write(`migrations/${file}`, text)
    const { remaining } = await writeMigration(project, 'next')
    expect(remaining).toContain('insert into public.plants ("id", "title") select')
    write(`migrations/${file}`, `${written()}\ninsert into public.plants values (2, 'Ivy');\n`)
    expect(await writeMigration(project, 'next')).toMatchObject({ remaining: undefined })
    expect(written()).not.toMatch(/DROP COLUMN/i)
    expect(written()).toMatch(/rename column name to title.*SET NOT NULL.*'Ivy'/s)
  })

  it('reports a column that is not the last of its table, since no migration can place it there', async () => {
    schema(
      BASELINE.replace('id int primary key, ', 'id int primary key, height int, ').replace(
        'plants values',
        'plants (id, name) values',
      ),
    )
    const { remaining } = await writeMigration(project, 'next')
    expect(remaining).toContain('column public.plants.height')
    expect(remaining).toContain('place 2')
  })

  it('is refused while another migration has not landed', async () => {
    write('migrations/2_other.sql', 'select 1')
    await expect(writeMigration(project, 'next')).rejects.toThrow('2_other.sql has not landed')
  })
})
