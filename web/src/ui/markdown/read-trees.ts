import { type MarkdownTree, readMarkdown } from './markdown-tree.ts'

/** As many as a long page draws. Reading a long text takes a slow phone longer than all the rest of drawing it. */
const MOST = 60

/** The trees of the texts read last, the latest at the end; a tree is never changed. */
const trees = new Map<string, MarkdownTree>()

export function treeOf(text: string): MarkdownTree {
  const tree = trees.get(text) ?? readMarkdown(text)
  trees.delete(text)
  trees.set(text, tree)
  for (const oldest of trees.keys()) {
    if (trees.size <= MOST) break
    trees.delete(oldest)
  }
  return tree
}
