import type { Element } from 'hast'
import { toString } from 'mdast-util-to-string'
import { Slugs } from './slugs.ts'

/** Prefix of every ID in our HTML, so that no ID collides with one of the page around it. */
export const anchorPrefix = 'user-content-'

/**
 * Creates a function that returns a unique ID for each heading of a text; the second of two equal headings ends with
 * `-1`.
 */
export const headingAnchors = (): ((heading: Element) => string) => {
  const slugs = new Slugs()
  return (heading) => anchorPrefix + slugs.next(toString(heading).trim())
}

/**
 * Returns the URL of a link within its own text: `#top`, which browsers know, or the ID of a heading with its prefix.
 */
export const anchorHref = (url: string): string => {
  const name = url.slice(1).toLowerCase()
  if (name === '' || name === 'top') return '#top'
  return name.startsWith(anchorPrefix) ? `#${name}` : `#${anchorPrefix}${name}`
}
