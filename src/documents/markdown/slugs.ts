/** Returns the slug of a heading by GitHub's rules, which most Markdown renderers share. */
const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Makes slugs unique by numbering equal headings. */
export class Slugs {
  readonly #counts = new Map<string, number>()

  next(words: string): string {
    const slug = slugOf(words)
    const count = this.#counts.get(slug) ?? 0
    this.#counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
