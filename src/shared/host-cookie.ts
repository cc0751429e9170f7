/**
 * The name of a cookie that no other host can set for this one: with the prefix `__Host-`, which browsers require https
 * for, if visitors reach the shop by https.
 */
export const hostCookie = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name
