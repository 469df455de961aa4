import type { Element } from 'hast'
import { toString } from 'mdast-util-to-string'

/** Returns the slug of a heading by GitHub's rules, which most Markdown renderers share. */
const toSlug = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Makes slugs unique by numbering equal headings. */
export class Slugs {
  readonly #counts = new Map<string, number>()

  next(words: string): string {
    const slug = toSlug(words)
    const count = this.#counts.get(slug) ?? 0
    this.#counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/** Prefix of every ID in our HTML, so that no ID collides with one of the page around it. */
export const anchorPrefix = 'user-content-'

/** Creates a function that returns a unique ID for each heading of a text; that of a repeated one ends with `-1`. */
export const headingAnchors = (): ((heading: Element) => string) => {
  const slugs = new Slugs()
  return (heading) => anchorPrefix + slugs.next(toString(heading).trim())
}

/** Returns the URL of a link within its own text: `#top`, which browsers know, or the prefixed ID of a heading. */
export const anchorHref = (url: string): string => {
  const name = url.slice(1).toLowerCase()
  if (name === '' || name === 'top') return '#top'
  return name.startsWith(anchorPrefix) ? `#${name}` : `#${anchorPrefix}${name}`
}
