import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  accentBelowPointer,
  colorFaults,
  colorSheet,
  contrastOf,
  pageColors,
  sampleColors,
} from './brand-colors.ts'

const tokens = readFileSync(new URL('../web/styles/tokens.css', import.meta.url), 'utf8')

test('the sample’s colors have enough contrast and equal those of the style sheet', () => {
  expect(colorFaults(sampleColors)).toEqual([])
  const { light, dark } = sampleColors
  const all = [light, dark, pageColors.light, pageColors.dark].flatMap((one) =>
    Object.values<string>({ ...one }),
  )
  for (const color of all) expect(tokens).toContain(`: ${color};`)
})

test('contrast follows WCAG, and a pair with too little contrast is named with its ratio', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  const light = { accent: '#777777', onAccent: '#ffffff', link: '#000000' }
  expect(colorFaults({ ...sampleColors, light })).toEqual([
    'colors.light: onAccent #ffffff on accent #777777 has a contrast of 4.47 to 1; text needs 4.5 to 1',
  ])
})

test('text on the hovered accent color has at least the same contrast', () => {
  for (const colors of [
    sampleColors.light,
    sampleColors.dark,
    { accent: '#0b5c63', onAccent: '#ffffff', link: '#0b5c63' },
  ])
    expect(contrastOf(accentBelowPointer(colors), colors.onAccent)).toBeGreaterThanOrEqual(
      contrastOf(colors.accent, colors.onAccent),
    )
  expect(colorSheet(sampleColors)).toContain('--accent: #dda53c;')
})
