import type { Language } from './languages.ts'
import type { Locale } from './locale.ts'
import { samplePicturesDe } from './sample-pictures-de.ts'
import { samplePicturesEn } from './sample-pictures-en.ts'

/** A picture by its name, and what it shows; nothing for a picture that says nothing new. */
export interface ShownPicture {
  readonly name: string
  readonly alt: string
}

/** Pages with one short task, each with a picture of the brand. */
export const pictureRoles = [
  'shop-menu',
  'empty-cart',
  'gift',
  'stored-cart',
  'expired-link',
  'sign-in',
  'sign-up',
  'recover',
  'gift-order',
  'order',
  'withdrawal',
  'return',
  'problem',
  'review',
  'newsletter',
  'newsletter-link',
  'not-found',
] as const

export type PictureRole = (typeof pictureRoles)[number]

export type BrandPictures = Readonly<Record<PictureRole, ShownPicture>>

const samplePictures: Readonly<Record<Language, BrandPictures>> = {
  en: samplePicturesEn,
  de: samplePicturesDe,
}

/** The pictures of the brand by what they are for. Apart from the other facts, because scripts need none. */
export const brandPicturesIn = (locale: Locale): BrandPictures => {
  const own = globalThis.shopBrand
  const language = locale === 'en-XA' ? 'en' : locale
  return own === undefined ? samplePictures[language] : (own.translations[language]?.pictures ?? own.pictures)
}
