import type { Locale } from '#shared/locale.ts'
import { settingsMessages } from '../messages/settings-messages.ts'

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
export const deviceName = (userAgent: string, locale: Locale): string => {
  const t = settingsMessages.in(locale)
  const browser = nameIn(userAgent, browsers) ?? t('unnamedBrowser')
  const system = nameIn(userAgent, systems)
  return system === undefined ? browser : t('browserOn', { browser, system })
}
