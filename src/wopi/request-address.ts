import { environment } from '../platform/runtime/environment.ts'

type Parameter = [name: string, value: string]

const lowerCased = (text: string) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const plus = (text: string) => strict(text).replaceAll('%20', '+')

/** The ways in which clients encode parameters. */
const encodings = [strict, encodeURIComponent, plus].flatMap((encode) => [
  encode,
  (text: string) => lowerCased(encode(text)),
])

/** How many parameters at most are tried in every order. */
const maxShuffled = 4

const orders = (parameters: Parameter[]): Parameter[][] =>
  parameters.length < 2
    ? [parameters]
    : parameters.flatMap((first, i) => orders(parameters.toSpliced(i, 1)).map((rest) => [first, ...rest]))

const isToken = ([name]: Parameter) => name === 'access_token'

/**
 * The addresses that a request may have had on the client's side, the likeliest first. API Gateway gives parameters
 * decoded and in no order, and our own host and scheme may be others than those that the client sees: so they are made
 * from PUBLIC_URL, with the token first. Clients sign the address in upper case, older Collabora as it is.
 */
export const requestAddresses = (path: string, query: Record<string, string>): Set<string> => {
  const given = Object.entries(query)
  const parameters = [...given.filter(isToken), ...given.filter((parameter) => !isToken(parameter))]
  const shuffled = parameters.length <= maxShuffled ? orders(parameters) : [parameters]
  const addresses = shuffled.flatMap((order) =>
    encodings.map((encode) => {
      const pairs = order.map(([name, value]) => `${encode(name)}=${encode(value)}`)
      return `${environment.publicUrl}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
    }),
  )
  return new Set(addresses.flatMap((address) => [address.toUpperCase(), address]))
}
