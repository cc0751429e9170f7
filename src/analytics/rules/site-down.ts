/** Where browsers tell that a page could not be drawn; apart from the call, for scripts that carry no schemas. */
export const siteDownPath = '/api/site-down'

/** An address as it may be kept. Pages are named in small letters; what may be somebody's key or number is left out. */
export const withoutKeys = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.length > 32 || /[A-Z]/.test(part) ? '…' : part))
    .join('/')
