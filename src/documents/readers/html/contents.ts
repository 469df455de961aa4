import type { Nodes } from 'hast'

const boxes = new Set(['div', 'section', 'aside', 'nav'])
const lists = new Set(['ul', 'ol', 'dl'])
const contentsClass = /^(?:toc|table-of-contents|toctree-wrapper)$/

/** Whether an element says of itself that it is a box around a table of contents. */
const isContentsBox = (node: Nodes): boolean => {
  if (node.type !== 'element' || !boxes.has(node.tagName)) return false
  const { className, role, epubType } = node.properties
  const classes = Array.isArray(className) ? className.map(String) : []
  return role === 'doc-toc' || epubType === 'toc' || classes.some((name) => contentsClass.test(name))
}

/** Whether a child of a box around a table of contents is its heading or another text beside its lists. */
export const isBesideContents = (node: Nodes, child: Nodes): boolean =>
  isContentsBox(node) && !(child.type === 'element' && lists.has(child.tagName))
