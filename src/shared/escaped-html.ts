const entities: ReadonlyMap<string, string> = new Map([
  ['"', '&quot;'],
  ['&', '&amp;'],
  ["'", '&#x27;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/** A text as it stands in HTML, in an attribute too: escaped as React does it. */
export const escapedHtml = (text: string): string =>
  text.replaceAll(/["&'<>]/g, (sign) => entities.get(sign) ?? sign)
