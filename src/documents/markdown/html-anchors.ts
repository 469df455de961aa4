import type { Element } from 'hast'
import { toString } from 'mdast-util-to-string'

/** What every id in HTML of ours begins with, so that none is taken for one of the page that it is put into. */
export const anchorPrefix = 'user-content-'

/** The words of a heading as they stand in an address. */
const slugOf = (heading: Element): string =>
  toString(heading)
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Gives the headings of one text their ids; of equal ones the second ends with `-1`. */
export const headingAnchors = (): ((heading: Element) => string) => {
  const counts = new Map<string, number>()
  return (heading) => {
    const slug = slugOf(heading)
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return anchorPrefix + slug + (count > 0 ? `-${count}` : '')
  }
}

/** The address of a link into its own text: `#top` is known to browsers, all else to the ids given here. */
export const anchorHref = (url: string): string => {
  const name = url.slice(1).toLowerCase()
  if (name === '' || name === 'top') return '#top'
  return name.startsWith(anchorPrefix) ? `#${name}` : `#${anchorPrefix}${name}`
}
