import { nested, tooLarge, tooMany } from '../../unreadable-file.ts'

/** A parser opens each of these again in every paragraph, until it is closed. */
const formats = 'a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u'
const formatTag = new RegExp(`<(/?)(?:${formats})(?=[\\s/>])`, 'gi')
const maxOpenFormats = 200

/** Each attribute is compared with all before it; a path of a drawing may be long, but has no names. */
const maxAttributes = 5_000
const attributeName = /[\s"'/][a-z][^\s"'/=<>]*/gi

const countAttributes = (tag: string) => tag.match(attributeName)?.length ?? 0

/** The tree of this many fills the memory of a reader. */
const maxTags = 2_000_000

/** The texts from each `<` to the next one. */
function* listTags(html: string): Generator<string> {
  for (let at = html.indexOf('<'); at >= 0;) {
    const next = html.indexOf('<', at + 1)
    yield html.slice(at, next < 0 ? html.length : next)
    at = next
  }
}

/**
 * Throws `UnreadableFile` for what takes a parser of HTML the square of its length, open formats and attributes, and
 * for a tree that is too large.
 */
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
