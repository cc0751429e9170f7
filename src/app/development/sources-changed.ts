/** What browsers receive when sources of shop or pages have changed. */
export const sourcesChanged = 'shop:sources-changed'
