import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export const parseGfm = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

/** Maximum number of marks in one block: parsing may take quadratic time in them. */
const maxMarks = 2_000

/** A line that nests quotations and lists deeply: parsing takes quadratic time in their depth. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){50}/m

/** Returns true if parsing this text could take too long. */
export const isCostly = (markdown: string): boolean =>
  deepLine.test(markdown) ||
  markdown.split(/\n[ \t]*\n/).some((block) => (block.match(/[[\]<>!`*_&~+-]/g)?.length ?? 0) > maxMarks)

/** Parses a text; returns undefined if parsing could take too long. */
export const parseMarkdown = (markdown: string): Root | undefined =>
  isCostly(markdown) ? undefined : parseGfm(markdown)
