import { figuresOf } from 'trading/learning/figures/all-figures'
import { EXACT } from 'trading/learning/figures/figures'
import { expect, it } from 'vitest'
import { FORMULAS } from './figure-formulas.ts'
import { type FormulaNode, readFormula } from './formula.ts'

const FIGURES: Readonly<Record<string, { needs: readonly string[] }>> = Object.assign({}, ...figuresOf(EXACT))
const FUNCTIONS = ['ln', 'min', 'max']

function namesIn(node: FormulaNode): string[] {
  switch (node.kind) {
    case 'row':
      return node.children.flatMap(namesIn)
    case 'fraction':
      return [node.above, node.below].flatMap(namesIn)
    case 'root':
      return namesIn(node.of)
    case 'script':
      return [node.base, node.below, node.above].flatMap((part) => (part ? namesIn(part) : []))
    default:
      return node.kind === 'name' && !FUNCTIONS.includes(node.text) ? [node.text] : []
  }
}

it('[wish §1.9] every figure has a formula of its own arguments, except those that are summed trade by trade', () => {
  const without = Object.keys(FIGURES).filter((name) => !(name in FORMULAS))
  expect(without.sort()).toEqual(['losing-streak-chance', 'rsi-step', 'wins-at-most-chance'])
  for (const [name, formula] of Object.entries(FORMULAS)) {
    const needs = FIGURES[name]?.needs ?? []
    expect([...new Set(namesIn(readFormula(formula)))].sort(), name).toEqual(
      needs.map((need) => need.replace('-', '')).sort(),
    )
  }
})
