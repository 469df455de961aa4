import { findAppPattern, viewPagePath } from './app-urls.ts'
import { endpointPath } from './link.ts'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Returns an expression that finds an address and its ID; a word character or hyphen directly after the address
 * excludes a match.
 */
const toExpression = (address: string) =>
  new RegExp(`${address.split('{id}').map(escaped).join(`(${uuid})`)}(?![\\w-])`, 'g')

/**
 * Returns the distinct IDs of resources of a type that a text links to: by an address in this API with or without a
 * host, of a reading page, or in the company's own client.
 */
export const linkedIds = (
  { type, path }: { type: string; path: `${string}{id}` },
  text: string,
): string[] => {
  const app = findAppPattern(type)
  const addresses = [
    endpointPath(path, { id: '{id}' }),
    viewPagePath(type),
    ...(app === undefined ? [] : [app]),
  ]
  const found = addresses.flatMap((address) => text.matchAll(toExpression(address)).toArray())
  return [...new Set(found.flatMap(([, id]) => id?.toLowerCase() ?? []))]
}
