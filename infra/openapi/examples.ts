import { toHtml } from 'hast-util-to-html'
import type { Paragraph, PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toHast } from 'mdast-util-to-hast'
import { toString } from 'mdast-util-to-string'
import { readFileSync } from 'node:fs'

/** Replaces links by their text: they point to files of the repository, which the service does not serve. */
const withoutLinks = (nodes: PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node) => (node.type === 'link' ? withoutLinks(node.children) : node))

const paragraphHtml = ({ children, ...paragraph }: Paragraph): string =>
  toHtml(toHast({ ...paragraph, children: withoutLinks(children) }))

/** Returns the code blocks under "Try it" in a README, each with the HTML of the preceding paragraph. */
export const extractExamples = (readme: string): { html: string; code: string }[] => {
  const { children } = fromMarkdown(readme)
  const titles = children.map((node) => (node.type === 'heading' && node.depth === 2 ? toString(node) : ''))
  const start = titles.indexOf('Try it')
  if (start === -1) throw new Error('README.md has no section "Try it".')
  const end = titles.findIndex((title, index) => index > start && title !== '')
  const section = children.slice(start, end === -1 ? undefined : end)
  return section.flatMap((node, index) => {
    const before = section[index - 1]
    return node.type === 'code' && before?.type === 'paragraph'
      ? [{ html: paragraphHtml(before), code: node.value }]
      : []
  })
}

export const readmeExamples = () =>
  extractExamples(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'))
