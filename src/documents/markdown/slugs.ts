/** A heading as GitHub names it in addresses, which most renderers of Markdown do as well. */
const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Names headings apart: those of the same words get numbers. */
export class Slugs {
  readonly #counts = new Map<string, number>()

  next(words: string): string {
    const slug = slugOf(words)
    const count = this.#counts.get(slug) ?? 0
    this.#counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
