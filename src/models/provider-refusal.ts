/** Fields of an error whose values are messages of the provider; `input` and others may repeat the request. */
const wordFields = new Set(['message', 'msg', 'detail', 'details', 'error', 'errors', 'title'])

const errorTexts = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > 5) return []
  if (Array.isArray(value)) return value.flatMap((one) => errorTexts(one, depth + 1))
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === 'loc' && Array.isArray(part)) return [part.join('.')]
    return wordFields.has(name.toLowerCase()) ? errorTexts(part, depth + 1) : []
  })
}

/** A provider's message about an error, and the parameter that the error names in a field of its own. */
interface ProviderError {
  message: string
  param: string | undefined
}

/** Reads a provider's error in any known format. `body` is JSON text or the error itself. */
export const readProviderError = (body: unknown): ProviderError => {
  const json = typeof body === 'string' ? body : JSON.stringify(body)
  const param = /"param"\s*:\s*"([a-z][\w.[\]-]{0,99})"/.exec(json)?.[1]
  try {
    return { message: errorTexts(JSON.parse(json)).join(' '), param }
  } catch {
    return { message: json, param }
  }
}

/** Optional parameters of a request, by the names under which providers report them. */
const optional = {
  max_tokens: /\bmax_?(?:output_?|new_?)?tokens\b/i,
  max_completion_tokens: /\bmax_completion_tokens\b/,
  temperature: /\btemperature\b/i,
  top_p: /\btop_?p\b/i,
  stream_options: /\bstream_options\b/,
  tool_choice: /\btool[ _]choice\b/i,
}
export type OptionalParameter = keyof typeof optional

export const optionalParameters = Object.keys(optional) as OptionalParameter[]

const isBound = (message: string) =>
  /too (?:large|high|big)|at most|range|exceed|limit|maximum|less than/i.test(message)

/** Returns the parameters among `sent` that a provider rejects. */
export const refusedParameters = (
  { message, param }: ProviderError,
  sent: OptionalParameter[],
): OptionalParameter[] => {
  const places = sent.map((name) => ({ name, place: message.search(optional[name]) }))
  const named = places.filter(({ place }) => place >= 0).sort((a, b) => a.place - b.place)
  const name = sent.find((one) => one === param) ?? named[0]?.name
  if (name === undefined) return []
  // another name would not help if the value is too large
  return name === 'max_tokens' && isBound(message) ? ['max_tokens', 'max_completion_tokens'] : [name]
}

const names = /\b(?:[a-z]+(?:_[a-z]+)+|tools?)\b/g

/** Returns the parameter that an error of this status is about; undefined if the error names none. */
export const namedParameter = ({ message, param }: ProviderError, status: number): string | undefined => {
  if (param) return param
  const isOfRequest = status === 400 || status === 422
  if (!isOfRequest && !/support|requires|param/i.test(message)) return undefined
  const places = Object.entries(optional).map(([name, words]) => ({ name, place: message.search(words) }))
  const other = [...message.matchAll(names)].find(([name]) => !/_(?:error|request|forbidden)$/.test(name))
  if (other) places.push({ name: other[0] === 'tool' ? 'tools' : other[0], place: other.index })
  return places.filter(({ place }) => place >= 0).sort((a, b) => a.place - b.place)[0]?.name
}

const usual = new Set(
  `a all allowed an and any are argument arguments as at auto be body both by can cannot choice default does error
  errors exceeded expected extra field for format found from function functions given greater have in input inputs
  instead invalid is it key large length less limit max maximum messages minimum missing model must name no not of
  on one only or output parameter parameters permitted please range reasoning request required role schema set
  should specified stream support supported supports than that the this to token tokens too tool tools type
  unknown unrecognized unsupported updated use valid value values when with you your`.split(/\s+/),
)

/** Maximum length of a message in the log, in characters. */
const maxCharacters = 300

/**
 * Removes from a provider's message what it may repeat of the request: all words of `texts` that are not common, all
 * non-ASCII text, addresses, and all strings that look like a key.
 */
export const withoutTexts = (message: string, texts: string, key = ''): string => {
  const known = texts.toLowerCase()
  return (key === '' ? message : message.replaceAll(key, '…'))
    .slice(0, 4 * maxCharacters)
    .replace(
      /[^\x20-\x7e]+|\bbearer\b|\w+:\/\/\S+|\S+@\S+|\S*\d+\.\d+\.\d+\.\d+\S*|(?![a-z_]+\b)[\w-]{20,}/gi,
      '…',
    )
    .replace(/\w+/g, (word) =>
      usual.has(word.toLowerCase()) || !known.includes(word.toLowerCase()) ? word : '…',
    )
    .replace(/…(?:[\s"',.]*…)+/g, '…')
    .slice(0, maxCharacters)
}
