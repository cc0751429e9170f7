/**
 * The name of a cookie that no other host can set for this one: with the prefix `__Host-` where visitors reach the shop by
 * https, which browsers ask for it.
 */
export const hostCookie = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name
