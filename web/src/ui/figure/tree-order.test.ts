import { describe, expect, it } from 'vitest'
import { type TreeNode, treeLines, treeMove } from './tree-order.ts'

const NODES: TreeNode[] = [
  {
    key: 'basics',
    title: 'Bases',
    children: [
      { key: 'pips', title: 'Pips' },
      { key: 'orders', title: 'Ordres', children: [{ key: 'stop', title: 'Stop' }] },
    ],
  },
  { key: 'risk', title: 'Risque', children: [{ key: 'size', title: 'Taille' }] },
]
const lines = (...open: string[]) => treeLines(NODES, new Set(open))
const keys = (...open: string[]) => lines(...open).map(({ node }) => node.key)

describe('a tree', () => {
  it('shows what lies in open nodes only', () => {
    expect(keys()).toEqual(['basics', 'risk'])
    expect(keys('basics', 'risk')).toEqual(['basics', 'pips', 'orders', 'risk', 'size'])
    expect(keys('orders')).toEqual(['basics', 'risk'])
  })

  it('tells level, place and number of siblings of each line', () => {
    expect(lines('basics', 'orders').find(({ node }) => node.key === 'orders')).toMatchObject({
      level: 2,
      place: 2,
      siblings: 2,
      parent: 'basics',
      open: true,
    })
  })

  it.each([
    ['ArrowDown', 'basics', { focus: 'pips' }],
    ['ArrowUp', 'pips', { focus: 'basics' }],
    ['ArrowUp', 'basics', null],
    ['Home', 'risk', { focus: 'basics' }],
    ['End', 'basics', { focus: 'risk' }],
    ['ArrowRight', 'basics', { focus: 'pips' }],
    ['ArrowRight', 'orders', { open: ['orders'] }],
    ['ArrowRight', 'pips', null],
    ['ArrowLeft', 'pips', { focus: 'basics' }],
    ['ArrowLeft', 'basics', { close: 'basics' }],
    ['ArrowLeft', 'risk', null],
    ['*', 'basics', { open: ['risk'] }],
    ['r', 'basics', { focus: 'risk' }],
    ['b', 'risk', { focus: 'basics' }],
    ['x', 'basics', null],
  ])('answers %s on %s', (key, at, move) => {
    expect(treeMove(lines('basics'), at, key)).toEqual(move)
  })
})
