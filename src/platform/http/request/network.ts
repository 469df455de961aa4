import { isIP, SocketAddress } from 'node:net'

/** Returns the groups of an IPv6 address on one side of `::`. */
const hexGroups = (part: string) => part.split(':').filter(Boolean)

/**
 * Returns the network by which throttles count an address: the address itself, or for IPv6 its /64, in which a caller
 * can choose any address. IPv4 mapped into IPv6 counts as IPv4.
 */
export const throttledNetwork = (address: string): string => {
  if (isIP(address) !== 6) return address
  const { address: text } = new SocketAddress({ address, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  if (mapped !== undefined) return mapped
  const [left = [], right = []] = text.split('::').map(hexGroups)
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
