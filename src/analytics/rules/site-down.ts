/** Where browsers report that a page could not be rendered; separate from the endpoint, for scripts without schemas. */
export const siteDownPath = '/api/site-down'

/** A path as it may be stored. Page names are lower case; possible keys or numbers of a person are removed. */
export const withoutKeys = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.length > 32 || /[A-Z]/.test(part) ? '…' : part))
    .join('/')
