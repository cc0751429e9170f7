import { z } from 'zod'
import { defaultLocale, languages, pseudoLocale } from '#shared/locale.ts'
import type { Language, Locale } from '#shared/locale.ts'
import { pseudoText } from '#shared/pseudo-message.ts'
import type { CatalogueDocument } from './catalogue-document.ts'

const text = z.string().min(1).max(400).optional()

/** What pages show of an entry, in another language than the first. Names of products stay. */
const Translation = z.strictObject({
  planName: text,
  preorderNote: text,
  audience: text,
  pieces: text,
  giftName: text,
  description: text,
  upsellTitle: text,
  upsellDescription: text,
  upsellPriceSubtext: text,
})

type Translation = z.output<typeof Translation>

/** By language. */
export const Translations = z.partialRecord(z.enum(languages), Translation)

type Translatable = Pick<CatalogueDocument, 'plan' | 'upsell' | 'srp0PdpDescription' | 'translations'>

/** What an entry says in the first language, by the name of its translation; null for what it does not have. */
const originals = ({
  plan,
  upsell,
  srp0PdpDescription,
}: Translatable): Record<keyof Translation, string | null> => ({
  planName: plan?.name ?? null,
  preorderNote: plan?.preorderNote ?? null,
  audience: plan?.about?.audience ?? null,
  pieces: plan?.about?.pieces ?? null,
  giftName: plan?.about?.gift?.name ?? null,
  description: srp0PdpDescription,
  upsellTitle: upsell?.title ?? null,
  upsellDescription: upsell?.description ?? null,
  upsellPriceSubtext: upsell?.priceSubtext ?? null,
})

const pairsOf = (document: Translatable, language: Language) => {
  const translation = document.translations?.[language]
  return Object.entries(originals(document)).flatMap(([field, original]) =>
    original === null
      ? []
      : [{ field, original, translated: translation?.[isField(field) ? field : 'planName'] }],
  )
}

const isField = (name: string): name is keyof Translation => Object.hasOwn(Translation.shape, name)

const pseudoTexts = (documents: Iterable<Translatable>) =>
  Object.fromEntries(
    [...documents].flatMap((document) =>
      Object.values(originals(document)).flatMap((original) =>
        original === null ? [] : [[original, pseudoText(original)] as const],
      ),
    ),
  )

/** The texts of the catalogue in a language, by what it says in the first one; nothing for the first. */
export const catalogueTexts = (
  documents: Iterable<Translatable>,
  locale: Locale,
): Readonly<Record<string, string>> => {
  if (locale === pseudoLocale) return pseudoTexts(documents)
  const language = languages.find((one) => one === locale)
  if (language === undefined || language === defaultLocale) return {}
  return Object.fromEntries(
    [...documents].flatMap((document) =>
      pairsOf(document, language).flatMap(({ original, translated }) =>
        translated === undefined ? [] : [[original, translated] as const],
      ),
    ),
  )
}

/** What an entry does not say in a language: the names of the fields. */
export const missingTranslations = (document: Translatable, language: Language): readonly string[] =>
  language === defaultLocale
    ? []
    : pairsOf(document, language).flatMap(({ field, translated }) =>
        translated === undefined ? [field] : [],
      )
