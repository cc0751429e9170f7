import { z } from 'zod'
import { Action, Anchor, Block, Href, Poster, ContentPicture, claim } from './content-block.ts'
import { NonEmptyText } from './data-file.ts'
import { SupplementFacts } from './supplement-facts.ts'

const tone = z.enum(['chalk', 'gley', 'loam', 'peat']).default('chalk')
/** Spec §2: `with-number` shows a two-digit section number, `with-anchor` gives it an address. */
const sectionFields = { tone, numbered: z.boolean().default(false), anchor: Anchor.optional() }

export const Section = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('title'),
    heading: NonEmptyText,
    lead: NonEmptyText.optional(),
    claim,
    /** The day from which a legal text applies. */
    effectiveOn: z.iso.date().optional(),
    /** Below the text from edge to edge, or next to it. */
    picture: ContentPicture.optional(),
    place: z.enum(['below', 'side']).default('below'),
  }),
  /** The published articles of the magazine, newest first; the page's own article is excluded. */
  z.strictObject({
    kind: z.literal('articles'),
    ...sectionFields,
    heading: NonEmptyText.optional(),
    /** At most so many; all if missing. */
    most: z.int().positive().optional(),
  }),
  z.strictObject({
    kind: z.literal('text'),
    ...sectionFields,
    heading: NonEmptyText.optional(),
    lead: NonEmptyText.optional(),
    blocks: z.array(Block).min(1),
  }),
  z.strictObject({
    kind: z.literal('hero'),
    heading: NonEmptyText,
    lead: NonEmptyText,
    claim,
    action: Action,
    aside: NonEmptyText,
    picture: ContentPicture,
    narrowPicture: NonEmptyText,
  }),
  z.strictObject({
    kind: z.literal('products'),
    heading: NonEmptyText.optional(),
    layers: z
      .array(
        z.strictObject({
          product: z.enum(['ds', 'pds', 'vs']),
          code: NonEmptyText,
          name: NonEmptyText,
          who: NonEmptyText,
          picture: ContentPicture,
          href: Href,
          plan: NonEmptyText,
          rhythm: NonEmptyText,
        }),
      )
      .min(1),
  }),
  z.strictObject({
    kind: z.literal('sustainability'),
    ...sectionFields,
    heading: NonEmptyText,
    text: NonEmptyText,
    action: Action,
    /** Shown with the two posters if there is one (spec §2). */
    film: Poster.optional(),
    kit: Poster,
    refill: Poster,
  }),
  z.strictObject({
    kind: z.literal('company'),
    ...sectionFields,
    heading: NonEmptyText,
    text: NonEmptyText,
    claim,
    picture: ContentPicture,
    actions: z.array(Action).min(1),
  }),
  /** What buyers think of the page's product; only on the page of a product. */
  z.strictObject({
    kind: z.literal('reviews'),
    ...sectionFields,
    heading: NonEmptyText,
    /** The id of the product. */
    product: NonEmptyText,
  }),
  z.strictObject({
    kind: z.literal('layers'),
    ...sectionFields,
    heading: NonEmptyText.optional(),
    callouts: z.array(z.strictObject({ title: NonEmptyText, text: NonEmptyText })).min(1),
    picture: ContentPicture,
    claim,
  }),
])

const Offer = z.strictObject({
  label: NonEmptyText,
  hint: NonEmptyText,
  /** The counted unit: capsules, sticks. */
  unit: NonEmptyText,
  plans: z.array(NonEmptyText).min(1),
  /** How it is shown where people choose for whom it is: as a layer with its jar, and what comes in the first box. */
  layer: z
    .strictObject({
      product: z.enum(['ds', 'pds', 'vs']),
      name: NonEmptyText,
      text: NonEmptyText,
      claim,
      picture: ContentPicture,
      href: Href,
      facts: z.array(z.strictObject({ label: NonEmptyText, text: NonEmptyText })).min(1),
    })
    .optional(),
})

const Product = z.strictObject({
  code: NonEmptyText,
  name: NonEmptyText,
  summary: NonEmptyText,
  claim,
  gallery: z.array(ContentPicture).min(1).max(12),
  /** Starter kit and refill, or for whom it is. */
  question: NonEmptyText,
  offers: z.array(Offer).min(1).max(3),
  /** Position of the offer that is selected at first. */
  chosen: z.int().min(0).default(0),
  facts: z.array(z.strictObject({ label: NonEmptyText, text: NonEmptyText })),
  directions: z.array(
    z.strictObject({ title: NonEmptyText, text: NonEmptyText, open: z.boolean().default(false), claim }),
  ),
  aside: NonEmptyText.optional(),
  /** The panel of its label; reference pages show the same one. */
  supplementFacts: SupplementFacts.optional(),
})

const pageFields = {
  slug: z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/, 'not a slug'),
  path: z.string().regex(/^\/[a-z0-9/-]*$/, 'not a path'),
  title: NonEmptyText,
  description: NonEmptyText,
}

/** One page of the shop as its content file holds it (spec §2). */
export const ContentPage = z.strictObject({
  ...pageFields,
  /** Not found by anybody but through its preview link. */
  draft: z.boolean().default(false),
  /** The day from which it is found; before that it counts as a draft. */
  publishedOn: z.iso.date().optional(),
  /** The day on which its text last changed, for search engines; publishing at the desk sets it. */
  updatedOn: z.iso.date().optional(),
  /** The page is public, but excluded from search engines and the site map. */
  unlisted: z.boolean().default(false),
  /** What makes the page an article of the magazine. */
  article: z
    .strictObject({
      minutes: z.int().positive(),
      picture: ContentPicture,
      /** Who wrote it and who checked it, as roles: `Science editor`. */
      author: NonEmptyText.optional(),
      reviewer: NonEmptyText.optional(),
    })
    .optional(),
  product: Product.optional(),
  sections: z.array(Section),
})

/** Another address of a product page: what its file does not say is as on the page whose slug is `basedOn`. */
export const PageVariant = z.strictObject({
  ...pageFields,
  basedOn: NonEmptyText,
  product: Product.pick({ name: true, summary: true, gallery: true, chosen: true }),
})

/** The page of a variant; `base` has a product. */
export const pageOfVariant = (
  { slug, path, title, description, product }: z.output<typeof PageVariant>,
  base: ContentPage & { readonly product: ContentProduct },
): ContentPage => ({ ...base, slug, path, title, description, product: { ...base.product, ...product } })

export type ContentPage = z.output<typeof ContentPage>
export type ContentSection = z.output<typeof Section>
export type ContentProduct = z.output<typeof Product>
export type ContentLayer = NonNullable<z.output<typeof Offer>['layer']>
