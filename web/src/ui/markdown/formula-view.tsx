import { createElement, type ReactNode } from 'react'
import { displayed, type FormulaNode, readFormula } from './formula.ts'

/** A formula as MathML. Alone in its paragraph it is set larger, on a line of its own. */
export function FormulaView({
  formula,
  names = {},
}: {
  formula: string
  /** The names of its arguments in the reader's language. */
  names?: Readonly<Record<string, string>>
}): ReactNode {
  const { formula: text, large } = displayed(formula)
  return createElement(
    'math',
    {
      className: `inline-block max-w-full overflow-x-auto py-1 font-sans ${large ? 'text-20' : 'text-[1.1em]'}`,
      ...(large ? { displaystyle: 'true' } : {}),
    },
    draw(readFormula(text), 'f', names),
  )
}

type Names = Readonly<Record<string, string>>

function draw(node: FormulaNode, key: string, names: Names): ReactNode {
  const make = (tag: string, children: ReactNode, attributes: object = {}) =>
    createElement(tag, { key, ...attributes }, children)
  switch (node.kind) {
    case 'row':
      return make('mrow', all(node.children, key, names))
    case 'number':
      return make('mn', node.text)
    // A word is a name, not a product of its letters.
    case 'name':
      return make('mi', names[node.text] ?? node.text)
    case 'sign':
      return make('mo', node.text)
    case 'text':
      return make('mtext', node.text)
    case 'space':
      return make('mspace', null, { width: node.text })
    case 'fraction':
      return make('mfrac', all([node.above, node.below], key, names))
    case 'root':
      return make('msqrt', all([node.of], key, names))
    case 'script': {
      const parts = [node.base, node.below, node.above].filter((part) => part !== null)
      return make(node.below && node.above ? 'msubsup' : node.below ? 'msub' : 'msup', all(parts, key, names))
    }
  }
}

const all = (nodes: readonly FormulaNode[], key: string, names: Names) =>
  nodes.map((node, place) => draw(node, `${key}.${place}`, names))
