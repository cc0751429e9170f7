/** The colors of a brand in one scheme, as `#0b5c63`. */
export interface SchemeColors {
  /** Of the main buttons, and what is marked. */
  readonly accent: string
  /** The text on it. */
  readonly onAccent: string
  readonly link: string
}

/** The colors of a brand on a light and on a dark screen. */
export interface BrandColors {
  readonly light: SchemeColors
  readonly dark: SchemeColors
}

/** Those of the sample, as `src/web/styles/tokens.css` has them. */
export const sampleColors: BrandColors = {
  light: { accent: '#d2962a', onAccent: '#1c1813', link: '#7a5108' },
  dark: { accent: '#dda53c', onAccent: '#15120e', link: '#e3b45c' },
}

/** What is behind links, as `src/web/styles/tokens.css` has it. */
export const pageColors = {
  light: { background: '#f4f5f1', surface: '#e1e4dc', field: '#fbfcf9', 'raised surface': '#d7dbd0' },
  dark: { background: '#15120e', surface: '#211d17', field: '#1b1712', 'raised surface': '#2d2820' },
} as const

type Scheme = keyof BrandColors

const partsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** The relative luminance of a color (WCAG 2.2), 0 to 1. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How much two colors differ, 1 to 21 (WCAG 2.2). */
export const contrastOf = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** What text needs on its background (WCAG 2.2, 1.4.3). */
const neededContrast = 4.5

/** A part of each color in between, in the same direction as the text is not: text on it is read at least as well. */
export const accentBelowPointer = ({ accent, onAccent }: SchemeColors): string => {
  const away = luminance(onAccent) > luminance(accent) ? 0 : 255
  const mixed = partsOf(accent).map((part) => Math.round(part * 0.85 + away * 0.15))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const pairsOf = (
  scheme: Scheme,
  { accent, onAccent, link }: SchemeColors,
): readonly (readonly [text: string, color: string, on: string, behind: string])[] => [
  ['onAccent', onAccent, 'accent', accent],
  ...Object.entries(pageColors[scheme]).map(([name, color]) => ['link', link, `the ${name}`, color] as const),
]

const schemes = ['light', 'dark'] as const

/** A sentence for each pair of colors that is too alike to be read, with its ratio. */
export const colorFaults = (colors: BrandColors): readonly string[] =>
  schemes.flatMap((scheme) =>
    pairsOf(scheme, colors[scheme]).flatMap(([text, color, on, behind]) => {
      const ratio = contrastOf(color, behind)
      // Rounded down: 4.5 is never said of what is less.
      const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
      return ratio >= neededContrast
        ? []
        : [
            `colors.${scheme}: ${text} ${color} on ${on} ${behind} has a contrast of ${shown} to 1; text needs ${neededContrast} to 1`,
          ]
    }),
  )

const rolesOf = (colors: SchemeColors, indent: string): string =>
  [
    ['accent', colors.accent],
    ['accent-rise', accentBelowPointer(colors)],
    ['accent-up', accentBelowPointer(colors)],
    ['on-accent', colors.onAccent],
    ['link', colors.link],
    ['ochre', colors.accent],
  ]
    .map(([role, color]) => `${indent}--${role}: ${color};`)
    .join('\n')

/** The style sheet that puts the colors of a brand in place of the sample's; paper is light, whatever the screen is. */
export const colorSheet = ({ light, dark }: BrandColors): string => `@layer tokens, desk;
@layer tokens {
  :root {
${rolesOf(light, '    ')}
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
${rolesOf(dark, '      ')}
    }
  }
}
`
