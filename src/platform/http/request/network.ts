import { isIP, SocketAddress } from 'node:net'

/** Groups of an IPv6 address on one side of `::`. */
const groupsOf = (part: string) => part.split(':').filter(Boolean)

/**
 * The network that an address stands for where callers are counted: itself, but for IPv6, where each of them has a /64
 * of addresses to choose from. IPv4 within IPv6 is IPv4.
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const { address: text } = new SocketAddress({ address, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  if (mapped !== undefined) return mapped
  const [left = [], right = []] = text.split('::').map(groupsOf)
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
