import type { SandboxSettings } from './settings.ts'

/** Whether the address is the shop's, so that nobody can be sent elsewhere from here. */
export const isReturnUrl = (settings: Pick<SandboxSettings, 'shopOrigins'>, address: string): boolean =>
  URL.canParse(address) && settings.shopOrigins.includes(new URL(address).origin)

/** The address with one more query parameter. */
export const withParameter = (address: string, name: string, value: string): string => {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}
