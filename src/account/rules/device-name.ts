const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const

const nameIn = (userAgent: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([mark]) => userAgent.includes(mark))?.[1]

/** `Chrome on Mac`: enough to know one's own devices by. */
export const deviceName = (userAgent: string): string => {
  const browser = nameIn(userAgent, browsers) ?? 'A browser'
  const system = nameIn(userAgent, systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
