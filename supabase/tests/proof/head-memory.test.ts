import {
  type HeadMemory,
  hold,
  type LedgerExtension,
  NO_MEMORY,
  questionOf,
  remember,
} from 'trading/proof/log/head-memory'
import { readHeads } from 'trading/proof/log/head-text'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { keepCheckpoint } from './kept-checkpoint.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
let vigie: Product
let memory: HeadMemory
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())
beforeEach(async () => {
  memory = NO_MEMORY
  await append()
  await keepCheckpoint(vigie)
})

const append = (count = 3) =>
  vigie.admin.query(`select private.append_to_ledger('note', null, '{}') from generate_series(1, $1)`, [
    count,
  ])
const heads = async () =>
  readHeads((await vigie.admin.query<{ line: string }>('select private.head_line() as line')).rows[0]!.line)
const extension = async (): Promise<LedgerExtension> => {
  const { data, error } = await vigie.as.visitor.rpc('ledger_extension', questionOf(memory))
  if (error) throw error
  return data as LedgerExtension
}
const check = async () => {
  memory = hold(memory, await extension(), NOW)
}

/** Simulates an operator who changes an entry and recomputes everything after it. Rolled back afterwards. */
async function rewritten(sequence: number, work: () => Promise<void>): Promise<void> {
  const tables = [
    'ledger',
    'private.ledger_tree',
    'ledger_checkpoints',
    'ledger_cosignatures',
    'ledger_timestamps',
  ]
  const { admin } = vigie
  for (const table of tables)
    await admin.query(
      `create table kept_${table.replace('.', '_')} as table ${table}; alter table ${table} disable trigger all`,
    )
  const refill = async (kept: boolean) => {
    for (const table of tables.toReversed()) await admin.query(`delete from ${table}`)
    if (kept)
      for (const table of tables)
        await admin.query(`insert into ${table} table kept_${table.replace('.', '_')}`)
  }
  try {
    await refill(false)
    await admin.query(
      `insert into ledger table kept_ledger; update ledger set entry = jsonb_set(entry, '{data}', '{"other":true}') where sequence = ${sequence}`,
    )
    await admin.query(`do $$ declare row ledger; before text := repeat('0', 64); begin
      for row in select * from ledger order by sequence loop
        update ledger set previous_hash = before, hash = private.sha256_hex(before || E'\\n' || private.canonical_json(entry)) where sequence = row.sequence returning hash into before;
      end loop; end $$`)
    expect((await admin.query('select verify_ledger() as told')).rows[0].told).toMatchObject({ valid: true })
    await keepCheckpoint(vigie)
    await work()
  } finally {
    await refill(true)
    for (const table of tables)
      await admin.query(
        `alter table ${table} enable always trigger append_only, enable always trigger append_only_all; drop table kept_${table.replace('.', '_')}`,
      )
  }
}

describe('a reader that keeps heads', () => {
  it('finds each of them in later trees, and then drops them', async () => {
    for (let round = 1; round <= 5; round++) {
      await append()
      memory = remember(memory, await heads(), NOW)
      await append(round)
      await keepCheckpoint(vigie)
      await check()
      expect(memory).toMatchObject({ extended: round, waiting: [], alarm: null, since: NOW })
      // The same head in another message.
      expect(remember(memory, [memory.last!], NOW)).toEqual(memory)
    }
  })

  it('waits with a head that no checkpoint reaches yet', async () => {
    await append()
    memory = remember(memory, await heads(), NOW)
    await check()
    expect(memory).toMatchObject({ extended: 0, waiting: await heads(), alarm: null })
    await keepCheckpoint(vigie)
    await check()
    expect(memory).toMatchObject({ extended: 1, waiting: [], alarm: null })
  })

  it('finds a history that was rewritten before a head that it kept, with every hash, tree and signature right', async () => {
    memory = remember(memory, await heads(), NOW)
    const [head] = await heads()
    await rewritten(head!.sequence - 1, async () => {
      await check()
      expect(memory).toMatchObject({
        extended: 0,
        alarm: { problem: 'not_in_tree', kept: `${head!.sequence} ${head!.hash}` },
      })
    })
  })

  it('finds a tree that does not extend the one that it checked, and keeps saying so', async () => {
    await check()
    const kept = memory.checkpoint
    await append()
    await rewritten(2, async () => {
      await check()
      expect(memory).toMatchObject({ checkpoint: kept, alarm: { problem: 'not_extended', kept } })
    })
    await check()
    expect(memory.alarm?.problem).toBe('not_extended')
  })

  it('finds two heads of one sequence without a request', async () => {
    const [head] = await heads()
    memory = remember(memory, [head!, { ...head!, hash: 'f'.repeat(64) }], NOW)
    expect(memory.alarm).toMatchObject({ problem: 'other_head' })
  })

  it('takes no smaller tree, none without the log’s signature, none whose earlier key is gone, and no missing path', async () => {
    await check()
    const checked = memory
    const good = await extension()
    await append()
    await keepCheckpoint(vigie)
    const later = await extension()
    const problem = (from: HeadMemory, answer: LedgerExtension) => hold(from, answer, NOW).alarm?.problem
    const ahead = hold(checked, later, NOW)
    expect(ahead.alarm).toBeNull()
    expect(problem(ahead, good)).toBe('shrunk')
    expect(problem(checked, { ...later, note: later.note.replace(/(ledger \S{30})\S/, '$1!') })).toBe(
      'not_signed',
    )
    expect(
      problem(checked, {
        ...later,
        keys: ['PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
      }),
    ).toBe('not_signed')
    expect(problem(checked, { ...later, consistency: null })).toBe('not_extended')
    expect(problem(checked, { ...later, consistency: ['x'] })).toBe('not_extended')
    expect(problem(remember(checked, await heads(), NOW), { ...later, inclusion: {} })).toBe('not_in_tree')
  })

  it('keeps the oldest heads if there are more than it may check', async () => {
    const many = Array.from({ length: 90 }, (_, index) => ({ sequence: index + 1, hash: 'a'.repeat(64) }))
    memory = remember(remember(memory, many.slice(0, 60), NOW), many, NOW)
    expect(memory.waiting.map(({ sequence }) => sequence)).toEqual(
      many.slice(0, 64).map(({ sequence }) => sequence),
    )
  })
})
