/**
 * The value of a cookie in `cookies`, the text that a browser returns; undefined when there is none. Other sites write
 * cookies for this host as well: what cannot be decoded is used as it is, because no page may fail over it.
 */
export const cookieIn = (cookies: string, name: string): string | undefined => {
  const found = cookies.split(/;\s*/).find((one) => one.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1)
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return value
  }
}
