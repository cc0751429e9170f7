/** Sent by a script of a page that asks for the page again. It cannot see where a redirect leads, so a header says it. */
export const scriptedHeader = 'x-scripted'

/** Where such a request is led, as a path or an address. */
export const redirectHeader = 'x-redirect-to'
