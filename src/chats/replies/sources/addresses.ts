import { environment } from '../../../platform/runtime/environment.ts'

export interface AllowedAddresses {
  /** Returns true if an address may be a link. */
  isLink: (url: string) => boolean
  /** Returns true if an address may be a picture, which clients load without asking. */
  isPicture: (url: string) => boolean
}

// each alternative can match only from a word's beginning, since long words would take minutes otherwise
const mentioned = /\b(?:https?:\/\/|www\.)[^\s<>"'`\\]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi

/** Returns the possible ends of an address: with what follows, without trailing punctuation, or up to a bracket. */
const toVariants = (match: string) => [
  match,
  match.replace(/(?<![.,;:!?*_~)\]}|])[.,;:!?*_~)\]}|]+$/, ''),
  match.replace(/[)\]}|].*$/, ''),
]

const withScheme = (address: string) => {
  if (/^https?:/i.test(address)) return address
  return /^www\./i.test(address) ? `http://${address}` : `mailto:${address}`
}

const normalizeAddress = (url: string, base?: string) =>
  URL.canParse(url, base) ? new URL(url, base).href : null

/** Returns the addresses in texts, normalized by the URL standard. */
const findAddresses = (texts: string[]): Set<string> => {
  const matches = texts.flatMap((text) => text.replaceAll('&amp;', '&').match(mentioned) ?? [])
  const found = matches.flatMap(toVariants).map((address) => normalizeAddress(withScheme(address)))
  return new Set(found.filter((address) => address !== null))
}

/**
 * Both schemes, since an address such as `https:example.com` is relative only to a page of the same scheme (URL
 * standard, special authority slashes state). Nobody can own a host below `.invalid` (RFC 6761).
 */
const bases = ['https://relative.invalid', 'http://relative.invalid']

const isRelative = (url: string) => bases.every((base) => normalizeAddress(url, base)?.startsWith(`${base}/`))

const isOfService = (url: string) =>
  normalizeAddress(url)?.startsWith(`${new URL(environment.publicUrl).origin}/`) === true

const fileContents = /^\/api\/v1\/files\/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\/contents$/i

const linkScheme = /^(?:https?|mailto):/i

/** Texts that a model was given to read in one step, and the arguments of the calls that it wrote before. */
interface Exchange {
  given: string[]
  written: string[]
}

/** Returns the given addresses except those that the model itself wrote first. */
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
 * Returns the addresses allowed in a reply: links to addresses in its sources, in results, in the asker's messages and
 * of this service; pictures that are files of this service. Any other address could exfiltrate what the model has read:
 * a text may have instructed it to write the address, even in a call that returns it.
 */
export const allowAddresses = (exchanges: Exchange[]): AllowedAddresses => {
  let known: Set<string> | undefined
  const isKnown = (url: string) => {
    known ??= findGiven(exchanges)
    const address = linkScheme.test(url) && normalizeAddress(url)
    return address !== false && address !== null && known.has(address)
  }
  const toPath = (url: string) =>
    url.startsWith(`${environment.publicUrl}/`) ? url.slice(environment.publicUrl.length) : url
  return {
    isLink: (url) => isRelative(url) || isOfService(url) || isKnown(url),
    isPicture: (url) => fileContents.test(toPath(url)),
  }
}

/** Position of an address in a text. */
interface BareAddress {
  start: number
  end: number
}

/** Punctuation around an address that is not part of it. */
const opening = /^[(["'“‘*_~,;.!?|-]*/
const closing = /(?<![)\]"'”’*_~.,:;!?|])[)\]"'”’*_~.,:;!?|]*$/

/** An address of any scheme, or of another host with the scheme of the page that shows it. */
const address = /:\/\/[^\s/]|(?<![\p{L}\p{N}_:/])\/\/[^\s/]/u

/** Returns addresses in plain text that clients may turn into links although GitHub's Markdown does not. */
export const findBareAddresses = (text: string): BareAddress[] =>
  [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    if (!address.test(word)) return []
    const start = index + (opening.exec(word)?.[0].length ?? 0)
    const end = index + word.replace(closing, '').length
    return [{ start, end }]
  })
