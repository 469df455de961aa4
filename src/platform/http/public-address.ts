import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Networks that are not public: those of the IANA special-purpose address registries, multicast, and IPv4 within IPv6.
 */
const specialNetworks: Record<'ipv4' | 'ipv6', readonly string[]> = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  ipv6: [
    '::/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/9',
    'ff00::/8',
  ],
}

let blocked: BlockList | undefined

const blockList = () => {
  if (blocked) return blocked
  blocked = new BlockList()
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const subnet of specialNetworks[family]) {
      const [address, bits] = subnet.split('/') as [string, string]
      blocked.addSubnet(address, Number(bits), family)
    }
  return blocked
}

/** Returns true if an IP address is public; IPv4 mapped into IPv6 is checked as IPv4. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return false
  return !blockList().check(address, family === 6 ? 'ipv6' : 'ipv4')
}

const notPublic = (host: string) => new Error(`The host ${host} has no public address.`)

/** Returns true if the host of a URL is neither a private IP address nor `localhost`; does not resolve names. */
export const isPublicHost = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return isIP(host) === 0 ? !/(^|\.)localhost$/.test(host) : isPublicAddress(host)
}

/** Throws if the host of an address is private. `publicLookup` checks the addresses that a name resolves to. */
export const requirePublicHost = (address: URL): void => {
  if (!isPublicHost(address)) throw notPublic(address.hostname)
}

/**
 * Resolves a name for the connection that is then made, so that the name cannot resolve to another address in between.
 * Fails if any of its addresses is private.
 */
export const publicLookup: LookupFunction = (host, options, callback) =>
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? notPublic(host), '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(notPublic(host), '')
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
