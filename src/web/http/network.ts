/** Some proxies write the port of the visitor behind the address; each connection has another one. */
const withoutPort = (ip: string): string =>
  /^\[([^\]]+)\](:\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip

/** `0DB8` and `db8` are one group. */
const groupsIn = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

/**
 * The key by which limits count an address, the same for every spelling of it: an IPv4 address, or the /64 of an IPv6 one.
 */
export const networkOf = (address: string): string => {
  const ip = withoutPort(address)
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail = ''] = ip.split('::')
  const [before, after] = [groupsIn(head), groupsIn(tail)]
  const gap = ip.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : []
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`
}
