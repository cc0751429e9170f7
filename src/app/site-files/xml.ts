const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it may stand in XML, between tags and in attributes. */
export const xmlText = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark)
