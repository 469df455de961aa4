import { environment } from '../../../platform/runtime/environment.ts'

/** Which addresses a reply may lead to. */
export interface AllowedAddresses {
  /** Whether it may be a link. */
  isLink: (url: string) => boolean
  /** Whether it may be shown as a picture, which a client loads without asking anybody. */
  isPicture: (url: string) => boolean
}

// each part is looked at from its beginning alone, or long words take minutes
const mentioned = /\b(?:https?:\/\/|www\.)[^\s<>"'`\\]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi

/** How a text may mean the end of an address: with what follows, without its punctuation, or up to a bracket. */
const toVariants = (match: string) => [
  match,
  match.replace(/(?<![.,;:!?*_~)\]}|])[.,;:!?*_~)\]}|]+$/, ''),
  match.replace(/[)\]}|].*$/, ''),
]

const withScheme = (address: string) => {
  if (/^https?:/i.test(address)) return address
  return /^www\./i.test(address) ? `http://${address}` : `mailto:${address}`
}

const normalize = (url: string, base?: string) => (URL.canParse(url, base) ? new URL(url, base).href : null)

/** The addresses in texts, in the form of the URL standard. */
const findAddresses = (texts: string[]): Set<string> => {
  const matches = texts.flatMap((text) => text.replaceAll('&amp;', '&').match(mentioned) ?? [])
  const found = matches.flatMap(toVariants).map((address) => normalize(withScheme(address)))
  return new Set(found.filter((address) => address !== null))
}

/**
 * Both schemes, since an address such as `https:example.com` is relative to a page of the same scheme alone (URL
 * standard, special authority slashes state). Nobody can own a host below `.invalid` (RFC 6761).
 */
const bases = ['https://relative.invalid', 'http://relative.invalid']

const isRelative = (url: string) => bases.every((base) => normalize(url, base)?.startsWith(`${base}/`))

const isOfService = (url: string) =>
  normalize(url)?.startsWith(`${new URL(environment.publicUrl).origin}/`) === true

const fileContents = /^\/api\/v1\/files\/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\/contents$/i

const linkScheme = /^(?:https?|mailto):/i

/** What a model was given to read in one step, and what it wrote into its calls before. */
interface Exchange {
  given: string[]
  written: string[]
}

/** The addresses that were given, without those that the model itself was the first to write. */
const findGiven = (exchanges: Exchange[]): Set<string> => {
  const known = new Set<string>()
  const own = new Set<string>()
  for (const { given, written } of exchanges) {
    for (const address of findAddresses(written)) if (!known.has(address)) own.add(address)
    for (const address of findAddresses(given)) if (!own.has(address)) known.add(address)
  }
  return known
}

/**
 * A reply may lead to addresses that stand in its sources, in results and in what the asker wrote, and to those of
 * this service; its pictures are files of this service. Any other address could carry out what the model has read: a
 * text that it read may have told it to write one, also into a call that returns it.
 */
export const allowAddresses = (exchanges: Exchange[]): AllowedAddresses => {
  let known: Set<string> | undefined
  const isKnown = (url: string) => {
    known ??= findGiven(exchanges)
    const address = linkScheme.test(url) && normalize(url)
    return address !== false && address !== null && known.has(address)
  }
  const toPath = (url: string) =>
    url.startsWith(`${environment.publicUrl}/`) ? url.slice(environment.publicUrl.length) : url
  return {
    isLink: (url) => isRelative(url) || isOfService(url) || isKnown(url),
    isPicture: (url) => fileContents.test(toPath(url)),
  }
}

/** An address in a text, by its place. */
interface BareAddress {
  start: number
  end: number
}

/** Punctuation around an address, which is no part of it. */
const opening = /^[(["'“‘*_~,;.!?|-]*/
const closing = /(?<![)\]"'”’*_~.,:;!?|])[)\]"'”’*_~.,:;!?|]*$/

/** An address of any scheme, or of another host by the scheme of the page that shows it. */
const address = /:\/\/[^\s/]|(?<![\p{L}\p{N}_:/])\/\/[^\s/]/u

/** What clients may make links of in plain text, although GitHub's Markdown does not. */
export const findBareAddresses = (text: string): BareAddress[] =>
  [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    if (!address.test(word)) return []
    const start = index + (opening.exec(word)?.[0].length ?? 0)
    const end = index + word.replace(closing, '').length
    return [{ start, end }]
  })
