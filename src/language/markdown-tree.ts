import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** The tree of a text in GitHub Flavored Markdown. */
export const parseGfm = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

/** Marks of one block beyond which parsing it could take the square of them. */
const maxMarks = 2_000

/** A line that opens quotes and lists in one another: parsing takes the square of them. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){50}/m

/** Returns true if parsing this text could take too long. */
export const isCostly = (markdown: string): boolean =>
  deepLine.test(markdown) ||
  markdown.split(/\n[ \t]*\n/).some((block) => (block.match(/[[\]<>!`*_&~+-]/g)?.length ?? 0) > maxMarks)

/** The tree of a text; undefined if parsing it could take too long. */
export const parseMarkdown = (markdown: string): Root | undefined =>
  isCostly(markdown) ? undefined : parseGfm(markdown)
