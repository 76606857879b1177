/** Which network a request comes from: what is limited for one address is limited for everybody who shares it. */

import { isIPv4, isIPv6 } from 'node:net'

/** How a socket for both kinds reports an IPv4 address, mostly. */
const MAPPED = '::ffff:'

/**
 * An IPv4 address as it is; of an IPv6 address the first 64 bits, for a single household is given all addresses of such a
 * network and could use another one for each guess.
 *
 * @param address undefined for whoever has gone away already: then the connection knows it no more
 */
export function networkOf(address: string | undefined): string {
  // Asked for every call: what nearly all addresses are comes first.
  if (address === undefined || isIPv4(address)) return address ?? ''
  if (address.startsWith(MAPPED) && isIPv4(address.slice(MAPPED.length)))
    return address.slice(MAPPED.length)
  const plain = address.replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  // An IPv4 address that a socket for both reports as IPv6.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address, however it is abbreviated. */
function groupsOf(address: string): number[] {
  // The URL parser spells an IPv4 tail out and leaves nothing but groups and one "::".
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string | undefined) =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}
