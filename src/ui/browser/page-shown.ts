/** Sent by the document when a script has made its page show what the server renders now. */
export const pageShown = 'page-shown'
