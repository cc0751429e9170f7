/**
 * Nothing: no page is rendered again in the browser, pages are HTML that the scripts of their shell keep current. Without this
 * file React Router would build an entry of its own.
 */
export default null
