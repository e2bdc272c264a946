export type TreeNode<Data = unknown> = {
  key: string
  title: string
  data?: Data
  children?: readonly TreeNode<Data>[]
}

/** A node as it stands in the list of all that are in sight. */
export type TreeLine<Data = unknown> = {
  node: TreeNode<Data>
  level: number
  place: number
  siblings: number
  parent: string | null
  /** Null for a leaf. */
  open: boolean | null
}

/** The nodes in sight, from top to bottom. */
export function treeLines<Data>(
  nodes: readonly TreeNode<Data>[],
  open: ReadonlySet<string>,
  level = 1,
  parent: string | null = null,
): TreeLine<Data>[] {
  return nodes.flatMap((node, place) => {
    const isOpen = node.children ? open.has(node.key) : null
    const line = { node, level, place: place + 1, siblings: nodes.length, parent, open: isOpen }
    return isOpen ? [line, ...treeLines(node.children ?? [], open, level + 1, node.key)] : [line]
  })
}

/** What a key does in a tree, as the ARIA pattern has it: where the focus goes, what opens or closes. */
export type TreeMove = { focus?: string; open?: readonly string[]; close?: string }

export function treeMove(lines: readonly TreeLine[], at: string, key: string): TreeMove | null {
  const index = lines.findIndex(({ node }) => node.key === at)
  const line = lines[index]
  if (!line) return null
  const to = (target: TreeLine | undefined): TreeMove | null => (target ? { focus: target.node.key } : null)
  switch (key) {
    case 'ArrowDown':
      return to(lines[index + 1])
    case 'ArrowUp':
      return to(lines[index - 1])
    case 'Home':
      return to(lines[0])
    case 'End':
      return to(lines.at(-1))
    case 'ArrowRight':
      if (line.open === null) return null
      return line.open ? to(lines[index + 1]) : { open: [at] }
    case 'ArrowLeft':
      if (line.open) return { close: at }
      return line.parent === null ? null : { focus: line.parent }
    case '*': {
      const beside = lines.filter(({ parent, open }) => parent === line.parent && open === false)
      return { open: beside.map(({ node }) => node.key) }
    }
    default:
      return key.length === 1 && /[\p{L}\p{N}]/u.test(key) ? to(lineBeginning(lines, index, key)) : null
  }
}

/** The next line whose title begins so, around the end. */
function lineBeginning(lines: readonly TreeLine[], from: number, letter: string): TreeLine | undefined {
  const wanted = letter.toLocaleLowerCase()
  return [...lines.slice(from + 1), ...lines.slice(0, from)].find(({ node }) =>
    node.title.toLocaleLowerCase().startsWith(wanted),
  )
}
