import { nested, tooLarge, tooMany } from '../../unreadable-file.ts'

/** Formatting elements: until one is closed, the parser reopens it in every paragraph. */
const formats = 'a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u'
const formatTag = new RegExp(`<(/?)(?:${formats})(?=[\\s/>])`, 'gi')
const maxOpenFormats = 200

/** Maximum number of attributes of a tag; the parser compares their names with one another. A value may be long. */
const maxAttributes = 5_000
const attributeName = /[\s"'/][a-z][^\s"'/=<>]*/gi

const countAttributes = (tag: string) => tag.match(attributeName)?.length ?? 0

/** Maximum number of tags; a larger tree does not fit into the memory of a reader. */
const maxTags = 2_000_000

/** Yields the substrings from each `<` to the next one. */
function* listTags(html: string): Generator<string> {
  for (let at = html.indexOf('<'); at >= 0;) {
    const next = html.indexOf('<', at + 1)
    yield html.slice(at, next < 0 ? html.length : next)
    at = next
  }
}

/** Throws `UnreadableFile` for open formats or attributes that take quadratic time, and for too large a tree. */
export const requireFewOpenTags = (html: string) => {
  let [open, tags] = [0, 0]
  for (const [, slash] of html.matchAll(formatTag)) {
    open = Math.max(0, open + (slash ? -1 : 1))
    if (open > maxOpenFormats) throw nested()
  }
  for (const tag of listTags(html)) {
    tags += 1
    if (tags > maxTags) throw tooMany('elements')
    if (tag.length > maxAttributes && countAttributes(tag.split('>', 1)[0] ?? '') > maxAttributes)
      throw tooLarge()
  }
}
