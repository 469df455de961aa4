import { environment } from '../platform/runtime/environment.ts'

type Parameter = [name: string, value: string]

const lowerCaseEscapes = (text: string) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())
const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const encodeAsForm = (text: string) => encodeStrictly(text).replaceAll('%20', '+')

/** Encodings of parameters used by clients. */
const encodings = [encodeStrictly, encodeURIComponent, encodeAsForm].flatMap((encode) => [
  encode,
  (text: string) => lowerCaseEscapes(encode(text)),
])

/** Maximum number of parameters tried in every order. */
const maxShuffled = 4

const permutations = (parameters: Parameter[]): Parameter[][] =>
  parameters.length < 2
    ? [parameters]
    : parameters.flatMap((first, i) =>
        permutations(parameters.toSpliced(i, 1)).map((rest) => [first, ...rest]),
      )

const isToken = ([name]: Parameter) => name === 'access_token'

/**
 * Returns the URLs that a request may have had on the client's side, most likely first. API Gateway provides parameters
 * decoded and unordered, and our host and scheme may differ from those that the client sees, so the URLs are built from
 * PUBLIC_URL, with the token first. Clients sign the URL in upper case, older versions of Collabora unchanged.
 */
export const requestAddresses = (path: string, query: Record<string, string>): Set<string> => {
  const given = Object.entries(query)
  const parameters = [...given.filter(isToken), ...given.filter((parameter) => !isToken(parameter))]
  const shuffled = parameters.length <= maxShuffled ? permutations(parameters) : [parameters]
  const addresses = shuffled.flatMap((order) =>
    encodings.map((encode) => {
      const pairs = order.map(([name, value]) => `${encode(name)}=${encode(value)}`)
      return `${environment.publicUrl}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
    }),
  )
  return new Set(addresses.flatMap((address) => [address.toUpperCase(), address]))
}
