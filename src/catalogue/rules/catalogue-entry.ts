import { z } from 'zod'
import { fileWidths, pictureOfFile, uploadedFile, uploadedSize } from '#shared/uploaded-picture.ts'

const price = z.string().regex(/^\d+\.\d{2}$/, 'a price such as 49.99')
const drawn = /^\/art\/([a-z0-9-]+)\.avif$/
const pictureAddress = /^\/(?:art\/[a-z0-9-]+|uploads\/u-[0-9a-f]{16}-\d{1,4}x\d{1,4}-\d{1,4}w)\.avif$/

/** `/art/cut-ds.avif` → `cut-ds`, and a file of an uploaded picture → its name; null for any other text. */
export const pictureName = (address: string): string | null =>
  drawn.exec(address)?.[1] ??
  (pictureAddress.test(address) ? pictureOfFile(address.slice('/uploads/'.length)) : null)

export const isPictureAddress = (text: string): boolean => pictureName(text) !== null

/** Pixels of the file of an uploaded picture that an entry names; a narrower picture has one file of its own width. */
const entryWidth = 640

/** The address by which an entry names a picture. */
export const pictureAddressOf = (name: string): string => {
  const size = uploadedSize(name)
  if (size === null) return `/art/${name}.avif`
  const width = fileWidths(size.width).find((step) => step >= entryWidth) ?? size.width
  return `/uploads/${uploadedFile(name, width, 'avif')}`
}

const picture = z.string().regex(pictureAddress, 'a picture such as /art/hero.avif')

/** `//other.example` would be another site. */
const shopPath = z.string().regex(/^\/(?![/\\])[\x21-\x7E]*$/, 'an address in the shop such as /gift')

const BonusProduct = z.strictObject({
  name: z.string(),
  title: z.string(),
  price,
  subTitle: z.string(),
  quantity: z.int().positive(),
  shortName: z.string(),
})

const Upsell = z.strictObject({
  shortName: z.string(),
  title: z.string(),
  description: z.string(),
  detail: z.string(),
  header: z.string(),
  whoFor: z.string(),
  priceSubtext: z.string(),
  /** Adult 1, duo 2, pediatric 3, vaginal 4 (spec §4). */
  displayOrder: z.int().positive(),
  priceFrequency: z.string(),
  /** In whole currency units, as spec §9 writes it. */
  discountAmt: z.number().nonnegative(),
  images: z.array(picture).min(1),
})

const CrossSell = z.strictObject({
  description: z.string(),
  title: z.string(),
  monthlyText: z.string(),
  imageUrl: picture,
  /** A token's name, never a color value. */
  backgroundColor: z.string().regex(/^--[a-z-]+$/, 'the name of a color token such as --chalk'),
})

/** What pages show of a code in addition to its plan: the catalogue entry of spec §3, keyed by sku. */
export const CatalogueEntry = z.strictObject({
  sku: z.string(),
  name: z.string(),
  cmsContentType: z.string(),
  cmsSlug: z.string(),
  pdpUrl: shopPath,
  buyUrl: shopPath,
  siteBuyCode: z.string(),
  srp0PdpDescription: z.string(),
  cartImage: picture,
  numCapsules: z.int().nonnegative(),
  supplyLengthInDays: z.int().positive(),
  supplyLengthInMonths: z.number().nonnegative(),
  couponOverrideMessage: z.string().nullable(),
  bonusProduct: BonusProduct.nullable(),
  upsell: Upsell.nullable(),
  crossSell: CrossSell.nullable(),
  /** The survey for buyers of a product that has no product group (spec §4); without one they are asked nothing. */
  survey: z.string().optional(),
})

export type CatalogueEntry = z.output<typeof CatalogueEntry>
