import { BlockList, isIP } from 'node:net'

const listOf = (v4: readonly string[], v6: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const [family, ranges] of [
    ['ipv4', v4],
    ['ipv6', v6],
  ] as const)
    for (const range of ranges) {
      const [address = '', bits = ''] = range.split('/')
      list.addSubnet(address, Number(bits), family)
    }
  return list
}

/**
 * IPv4 that is not of the public Internet (RFC 6890 and later): own networks, links, metadata of clouds, tests, multicast. The last one
 * is the host of a machine in Azure.
 */
const privateV4 = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24',
  '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32',
] // prettier-ignore

/** Of the public IPv6 range, what is no server's address, or has an IPv4 address inside that nobody would check. */
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const

const notPublicV4 = listOf(privateV4, [])
const publicV6 = listOf([], ['2000::/3'])
const notPublicV6 = listOf([], specialV6)
const loopback = listOf(['127.0.0.0/8'], ['::1/128'])

/** Whether a host is named by a number, IPv4 or IPv6 without brackets, and not by a name. */
export const isNumericAddress = (host: string): boolean => isIP(host) !== 0

/** Whether an IP address is of the public Internet; false for anything that is no address. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !notPublicV4.check(address, 'ipv4')
  if (family === 6) return publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
  return false
}

/** Whether an IP address is of this machine itself. */
export const isLoopbackAddress = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
