/**
 * Is an address one that everybody on the internet reaches? Whatever an address in a document leads
 * to, it must not lead into the operator's own network (reliability.md 5).
 */

import { BlockList, isIP } from 'node:net'

/** Networks that aren't public: RFC 6890, RFC 5735, RFC 4193, and multicast. */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Also the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Of IPv6 only 2000::/3 is public, without those parts of it that carry other addresses. */
const PUBLIC_V6 = ['2000::', 3] as const
const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4: contains an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
]

const privateV4 = new BlockList()
for (const [net, bits] of PRIVATE_V4) privateV4.addSubnet(net, bits, 'ipv4')
const privateV6 = new BlockList()
for (const [net, bits] of PRIVATE_V6) privateV6.addSubnet(net, bits, 'ipv6')
const publicV6 = new BlockList()
publicV6.addSubnet(PUBLIC_V6[0], PUBLIC_V6[1], 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** @param address an IP address, without brackets; anything else is not public */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateV4.check(address, 'ipv4')
    case 6:
      return publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
    default:
      return false
  }
}

export function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
