import type { Element } from 'hast'
import { toString } from 'mdast-util-to-string'
import { Slugs } from './slugs.ts'

/** What every id in HTML of ours begins with, so that none is taken for one of the page that it is put into. */
export const anchorPrefix = 'user-content-'

/** Gives the headings of one text their ids; of equal ones the second ends with `-1`. */
export const headingAnchors = (): ((heading: Element) => string) => {
  const slugs = new Slugs()
  return (heading) => anchorPrefix + slugs.next(toString(heading).trim())
}

/** The address of a link into its own text: `#top` is known to browsers, all else to the ids given here. */
export const anchorHref = (url: string): string => {
  const name = url.slice(1).toLowerCase()
  if (name === '' || name === 'top') return '#top'
  return name.startsWith(anchorPrefix) ? `#${name}` : `#${anchorPrefix}${name}`
}
