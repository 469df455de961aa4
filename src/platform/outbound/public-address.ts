import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not public: those of the IANA special-purpose address registries and multicast. Of IPv6, only
 * 2000::/3 is public, which excludes loopback, local and unique local addresses, IPv4-mapped ones and NAT64.
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
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  ipv6: [
    '::/3',
    '4000::/2',
    '8000::/1',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '2620:4f:8000::/48',
    '3fff::/20',
  ],
}

const blockLists = new Map<'ipv4' | 'ipv6', BlockList>()

/** Returns the list of a family; a joint list would apply the IPv6 networks to IPv4 too, as mapped addresses. */
const blockList = (family: 'ipv4' | 'ipv6'): BlockList => {
  const known = blockLists.get(family)
  if (known) return known
  const list = new BlockList()
  for (const subnet of specialNetworks[family]) {
    const [address, bits] = subnet.split('/') as [string, string]
    list.addSubnet(address, Number(bits), family)
  }
  blockLists.set(family, list)
  return list
}

/** Returns true if an IP address is public. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || address.includes('%')) return false
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return !blockList(family).check(address, family)
}

/** Returns the host of a URL as the resolver takes it: without brackets and without the dot of the root. */
const plainHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

const isLoopback = (host: string): boolean =>
  isIP(host) === 0 ? /(^|\.)localhost$/i.test(host) : /^127\.|^::1$/.test(host)

/** Returns true if the host of a URL is neither a private IP address nor `localhost`; does not resolve names. */
export const isPublicHost = ({ hostname }: Pick<URL, 'hostname'>): boolean => {
  const host = plainHost(hostname)
  return isIP(host) === 0 ? !isLoopback(host) : isPublicAddress(host)
}

/** Returns true if receivers on this machine may be called: only for developers and tests, a deployment refuses it. */
const allowsLoopback = (host: string) => process.env['WEBHOOK_LOOPBACK'] === 'yes' && isLoopback(host)

/**
 * Returns the rule that a URL breaks, phrased to follow the field's name; undefined if it may be called. Does not
 * resolve names: `requirePublicAddresses` does.
 */
export const urlRefusal = (
  text: string,
  { allowsHttp = false, anyPort = false } = {},
): string | undefined => {
  if (!URL.canParse(text)) return 'must be a URL'
  const url = new URL(text)
  const isLocal = allowsLoopback(plainHost(url.hostname))
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:')) return 'must use https'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.port !== '' && !anyPort && !isLocal) return 'must use port 443'
  return isPublicHost(url) || isLocal ? undefined : 'must not have a private address'
}

/** Thrown if an address must not be called. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/** Lookups in progress by host: each occupies one of the four threads of the process until the resolver answers. */
const pendingLookups = new Map<string, Promise<LookupAddress[]>>()

/** Resolves a host; joins a lookup in progress, so that calls of a host without an answer leave threads to others. */
const joinLookup = (host: string): Promise<LookupAddress[]> => {
  const known = pendingLookups.get(host)
  if (known) return known
  const started = lookup(host, { all: true }).finally(() => pendingLookups.delete(host))
  pendingLookups.set(host, started)
  return started
}

/** Resolves a name or an IP address. Throws `ForbiddenAddress` unless all addresses are public. */
export const requirePublicAddresses = async (
  hostname: string,
): Promise<[LookupAddress, ...LookupAddress[]]> => {
  const [first, ...others] = await joinLookup(plainHost(hostname))
  const isAllowed = ({ address }: LookupAddress) => isPublicAddress(address) || allowsLoopback(address)
  if (first && isAllowed(first) && others.every(isAllowed)) return [first, ...others]
  throw new ForbiddenAddress(`The host ${hostname} must not have a private address.`)
}
