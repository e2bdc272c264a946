import { describe, expect, it } from 'vitest'
import { viewColumnOrigins } from './view-columns.ts'

const entry = (number: number, table: number, column: number, name = 'x') =>
  `{TARGETENTRY :expr {VAR :varno 1 :resno 9 :varattno 1} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`

describe('the origin of a view’s columns', () => {
  it('is read only from the outermost target list', () => {
    const inner = `{QUERY :targetList (${entry(1, 5, 5)})}`
    const text = `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :subquery ${inner}}) :targetList (${entry(1, 100, 2)} ${entry(2, 0, 0)} ${entry(3, 200, 7)}) :groupClause <>})`
    expect(viewColumnOrigins(text)).toEqual([
      { column: 1, originRelation: 100, originColumn: 2 },
      { column: 3, originRelation: 200, originColumn: 7 },
    ])
  })

  it('is not confused by names that look like the format', () => {
    const text = `({QUERY :targetList (${entry(1, 100, 2, 'a\\}\\{\\ :resorigtbl\\ 7\\)')} ${entry(2, 100, 3)})})`
    expect(viewColumnOrigins(text)).toEqual([
      { column: 1, originRelation: 100, originColumn: 2 },
      { column: 2, originRelation: 100, originColumn: 3 },
    ])
  })

  it('is empty without a target list', () => {
    expect(viewColumnOrigins('<>')).toEqual([])
  })
})
