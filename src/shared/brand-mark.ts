/** The mark of a brand as its folder has it. */
export interface MarkSource {
  readonly kind: 'svg' | 'png'
  readonly bytes: Uint8Array
  /** Where mails find its pictures; null where the shop does not know its address yet. */
  readonly address: string | null
}

declare global {
  /** The mark of the own brand of this process; undefined without one. Apart from the brand, which every page has. */
  var shopMark: MarkSource | undefined
}

/** The files that the mark takes the place of, with the size of their picture; null for a drawing. */
export const markFiles: ReadonlyMap<string, number | null> = new Map([
  ['favicon.svg', null],
  ['favicon.ico', 32],
  ['apple-touch-icon.png', 180],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
])

/** Where the mark is drawn from, on pages of a brand that has one. */
export const markPath = '/favicon.svg'

/** The picture of links to a page, for a brand with a mark. */
export const socialCardPath = '/social-card.png'

/** The style sheet of a brand with colors. */
export const colorSheetPath = '/brand-colors.css'
