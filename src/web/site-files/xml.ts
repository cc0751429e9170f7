import { ownValue } from '#shared/own-value.ts'
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it may be in XML, between tags and in attributes. */
export const xmlText = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (mark) => ownValue(marks, mark) ?? mark)
