import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentFont, accented, withAccentFont } from './accent-font.ts'

const fonts = '<head><link rel="preload" href="/fonts/a.woff2"/></head>'

test('a page with an accented character in its text loads their font with the others, and no other page does', () => {
  const withFont = withAccentFont(`${fonts}<p>El año</p>`)
  expect(withFont).toMatch(`<head><link rel="preload" href="${accentFont}" as="font"`)
  expect(withFont).toContain('<link rel="preload" href="/fonts/a.woff2"/></head><p>El año</p>')
  for (const plain of [
    '<p>98 °F © “Loam” 5 × 2</p>',
    '<img alt="año">',
    '<script>"año"</script>',
    '<title>El año</title>',
    '',
  ]) {
    const page = `${fonts}${plain}`
    expect(withAccentFont(page)).toBe(page)
  }
})

/** The code points that a `unicode-range` of the styles names. */
const rangeOf = (styles: string, font: string): Set<number> => {
  const [, ranges = ''] = new RegExp(`${font}\\.woff2[^}]*unicode-range:([^;]+);`).exec(styles) ?? []
  return new Set(
    [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => from + at)
    }),
  )
}

test('no character is in two fonts, and those that load a font are those the styles name', () => {
  const styles = readFileSync('src/web/styles/tokens.css', 'utf8')
  const [text, accents] = [rangeOf(styles, 'text'), rangeOf(styles, 'accents')]
  expect(text.size).toBeGreaterThan(100)
  // Of two faces with the same character browsers load the last one, even where it does not have it.
  expect([...accents.intersection(text)]).toEqual([])
  const matched = Array.from({ length: 0x2500 }, (_, code) => code).filter((code) =>
    accented.test(String.fromCodePoint(code)),
  )
  expect(matched).toEqual([...accents])
})
