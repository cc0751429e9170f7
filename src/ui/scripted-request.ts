/** Sent by a script of a page that asks for the page again. It cannot see where a redirect leads, and is told instead. */
export const scriptedHeader = 'x-scripted'

/** Where such a request is led, as a path or an address. */
export const redirectHeader = 'x-redirect-to'
