import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Makes lookups in this process return these addresses, or those of the system for undefined, until the returned
 * function is called. A mocked module would not reach modules that another test file has loaded.
 */
export const resolveNames = (addressesOf: (name: string) => string[] | undefined): (() => void) => {
  const { lookup } = dns.promises
  const patch = (next: typeof lookup) => {
    dns.promises.lookup = next
    syncBuiltinESMExports()
  }
  patch((async (name: string, options: { all: true }) => {
    const addresses = addressesOf(name)
    if (!addresses) return lookup(name, options)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }) as typeof lookup)
  return () => patch(lookup)
}
