import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { datedFacts } from './document.ts'
import { day, decimal, fact, freshOf, link, money, shapesOf } from './fields.ts'

const schema = z.object({
  name: z.string().min(2).max(80),
  share: fact(decimal({ as: 'share' }), 90),
  platforms: z.array(z.string()).min(1),
  classes: z.array(z.enum(['forex', 'metal'])),
  leverage: z.object({ forex: z.int().optional() }),
  site: link().nullable(),
  since: day(),
  fictitious: z.boolean(),
  accounts: z.array(
    z.object({ name: z.string(), deposit: fact(money(), 30), currency: z.enum(['EUR', 'USD']) }),
  ),
})

describe('a schema', () => {
  it('describes how each field is rendered', () => {
    const { accounts, ...shapes } = shapesOf(schema)
    expect(shapes).toEqual({
      name: { type: 'text', most: 80, optional: false },
      share: {
        type: 'fact',
        days: 90,
        optional: false,
        of: { type: 'decimal', as: 'share', optional: false },
      },
      platforms: { type: 'words', optional: false },
      classes: { type: 'choices', values: ['forex', 'metal'], optional: false },
      leverage: { type: 'group', optional: false, of: { forex: { type: 'number', optional: true } } },
      site: { type: 'text', as: 'link', most: undefined, optional: true },
      since: { type: 'text', as: 'day', most: undefined, optional: false },
      fictitious: { type: 'switch', optional: false },
    })
    expect(accounts).toMatchObject({
      type: 'list',
      of: { deposit: { type: 'fact', days: 30, of: { type: 'number', as: 'money' } } },
    })
  })

  it('creates a new item without invented values', () => {
    const fresh = freshOf(schema)
    expect(fresh).toMatchObject({ name: '', platforms: [], leverage: {}, site: null, accounts: [] })
    expect(datedFacts(fresh)).toEqual([])
    const asked = schema.safeParse(fresh).error?.issues.map(({ path }) => path[0])
    expect(new Set(asked)).toEqual(new Set(['name', 'share', 'platforms', 'since']))
  })
})
