const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The decoded value of a cookie in what `document.cookie` says, the first one of that name. Other sites write cookies for this
 * host as well: what cannot be decoded is used as it is, because no page may fail over it.
 */
export const readableCookie = (cookies: string, name: string): string | undefined => {
  const pair = cookies.split('; ').find((one) => one.startsWith(`${name}=`))
  return pair === undefined ? undefined : decoded(pair.slice(name.length + 1))
}
