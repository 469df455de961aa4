import { appPatternOf, viewPathOf } from './app-urls.ts'
import { hrefOf } from './link.ts'

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** An address with the place of its id; ids of other characters than these may follow it, but are not it. */
const toExpression = (address: string) =>
  new RegExp(`${address.split('{id}').map(escaped).join(`(${uuid})`)}(?![\\w-])`, 'g')

/**
 * The ids of the things of a type whose address is in a text, each once: that in this API, with or without a host,
 * that of the page of ours, and that in the company's own client.
 */
export const linkedIds = (
  { type, path }: { type: string; path: `${string}{id}` },
  text: string,
): string[] => {
  const app = appPatternOf(type)
  const addresses = [hrefOf(path, { id: '{id}' }), viewPathOf(type), ...(app === undefined ? [] : [app])]
  const found = addresses.flatMap((address) => text.matchAll(toExpression(address)).toArray())
  return [...new Set(found.flatMap(([, id]) => id?.toLowerCase() ?? []))]
}
