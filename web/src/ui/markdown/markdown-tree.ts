// Reads Markdown into a tree: CommonMark, with GitHub's tables, tasks, struck text, notes and plain addresses.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item'
import { gfm } from 'micromark-extension-gfm'
import { plainAddresses } from './plain-addresses.ts'

type Root = ReturnType<typeof fromMarkdown>
export type MarkdownNode = Root['children'][number]
export type NodeOf<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>
type Definition = NodeOf<'definition'>
type Note = NodeOf<'footnoteDefinition'>

export type MarkdownTree = {
  nodes: MarkdownNode[]
  /** What references lead to, by identifier: of two with the same name the first counts. */
  definitions: ReadonlyMap<string, Definition>
  notes: ReadonlyMap<string, Note>
}

const SYNTAX = [gfm()]
const NODES = [
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmFootnoteFromMarkdown(),
  plainAddresses,
]

export function readMarkdown(text: string): MarkdownTree {
  const { children } = fromMarkdown(text, { extensions: SYNTAX, mdastExtensions: NODES })
  const definitions = new Map<string, Definition>()
  const notes = new Map<string, Note>()
  const collect = (nodes: readonly MarkdownNode[]) => {
    for (const node of nodes) {
      if (node.type === 'definition' && !definitions.has(node.identifier))
        definitions.set(node.identifier, node)
      if (node.type === 'footnoteDefinition' && !notes.has(node.identifier)) notes.set(node.identifier, node)
      if ('children' in node) collect(node.children)
    }
  }
  collect(children)
  return { nodes: children, definitions, notes }
}
