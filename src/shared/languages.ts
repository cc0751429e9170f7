/**
 * The languages that the shop's own texts exist in: the catalogs of every module have all of them. Apart from the brand,
 * because what reads the file of an own brand needs them before the brand is known.
 */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]
