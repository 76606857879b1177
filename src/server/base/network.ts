/** The network of a request: rate limits per address apply to everyone who shares it. */

import { isIPv4, isIPv6 } from 'node:net'

/** How a dual-stack socket usually reports an IPv4 address. */
const MAPPED = '::ffff:'

/**
 * An IPv4 address unchanged; for IPv6 the first 64 bits, because a single household gets all
 * addresses of such a network and could use another one for each guess.
 *
 * @param address undefined if the client has disconnected: then the socket no longer knows it
 */
export function networkOf(address: string | undefined): string {
  // Called for every request: the most common case comes first.
  if (address === undefined || isIPv4(address)) return address ?? ''
  if (address.startsWith(MAPPED) && isIPv4(address.slice(MAPPED.length)))
    return address.slice(MAPPED.length)
  const plain = address.replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  // An IPv4 address that a dual-stack socket reports as IPv6.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address, however it is abbreviated. */
function groupsOf(address: string): number[] {
  // The URL parser normalises an IPv4 tail, which leaves only groups and one "::".
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string | undefined) =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
