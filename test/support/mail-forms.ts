import { expect } from 'vitest'

/** Every part must be in both forms of the mail; the HTML is read without its tags. */
export const expectInBothForms = (
  { html, text }: { html: string; text: string },
  parts: readonly string[],
): void => {
  const read = html
    .replaceAll(/<!--.*?-->|<[^>]+>/gs, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  for (const part of parts) {
    expect(text).toContain(part)
    expect(read).toContain(part)
  }
}
