import { z } from 'zod'
import { Action, Anchor, Block, Href, Poster, Shot, Words, claim } from './content-block.ts'

const tone = z.enum(['chalk', 'gley', 'loam', 'peat']).default('chalk')
/** Spec §2: `with-number` shows a two-digit section number, `with-anchor` gives it an address. */
const chapter = { tone, numbered: z.boolean().default(false), anchor: Anchor.optional() }

const Section = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('title'),
    heading: Words,
    lead: Words.optional(),
    claim,
    /** Under the words from edge to edge, or beside them. */
    picture: Shot.optional(),
    place: z.enum(['under', 'beside']).default('under'),
  }),
  /** The articles of the magazine that are published, the newest first; the page's own article is left out. */
  z.strictObject({
    kind: z.literal('articles'),
    ...chapter,
    heading: Words.optional(),
    /** At most so many; all when left out. */
    most: z.int().positive().optional(),
  }),
  z.strictObject({
    kind: z.literal('text'),
    ...chapter,
    heading: Words.optional(),
    lead: Words.optional(),
    blocks: z.array(Block).min(1),
  }),
  z.strictObject({
    kind: z.literal('hero'),
    heading: Words,
    lead: Words,
    claim,
    action: Action,
    aside: Words,
    picture: Shot,
    narrowPicture: Words,
  }),
  z.strictObject({
    kind: z.literal('shelf'),
    heading: Words.optional(),
    layers: z
      .array(
        z.strictObject({
          product: z.enum(['ds', 'pds', 'vs']),
          code: Words,
          name: Words,
          who: Words,
          picture: Shot,
          href: Href,
          plan: Words,
          rhythm: Words,
        }),
      )
      .min(1),
  }),
  z.strictObject({
    kind: z.literal('sustainability'),
    ...chapter,
    heading: Words,
    text: Words,
    action: Action,
    /** Shown with the two posters where there is one (spec §2). */
    film: Poster.optional(),
    kit: Poster,
    refill: Poster,
  }),
  z.strictObject({
    kind: z.literal('company'),
    ...chapter,
    heading: Words,
    text: Words,
    claim,
    picture: Shot,
    actions: z.array(Action).min(1),
  }),
  z.strictObject({
    kind: z.literal('layers'),
    ...chapter,
    heading: Words.optional(),
    callouts: z.array(z.strictObject({ title: Words, text: Words })).min(1),
    picture: Shot,
    claim,
  }),
])

const Offer = z.strictObject({
  label: Words,
  hint: Words,
  /** What is counted: capsules, sticks. */
  unit: Words,
  plans: z.array(Words).min(1),
  /** How it is shown where people choose for whom it is: as a layer with its jar, and what comes in the first box. */
  layer: z
    .strictObject({
      product: z.enum(['ds', 'pds', 'vs']),
      name: Words,
      text: Words,
      claim,
      picture: Shot,
      href: Href,
      facts: z.array(z.strictObject({ label: Words, text: Words })).min(1),
    })
    .optional(),
})

const Product = z.strictObject({
  code: Words,
  name: Words,
  summary: Words,
  claim,
  gallery: z.array(Shot).min(1).max(3),
  /** Starter kit and refill, or for whom it is. */
  question: Words,
  offers: z.array(Offer).min(1).max(3),
  /** Position of the offer that is chosen at first. */
  chosen: z.int().min(0).default(0),
  facts: z.array(z.strictObject({ label: Words, text: Words })),
  directions: z.array(z.strictObject({ title: Words, text: Words, open: z.boolean().default(false), claim })),
  aside: Words.optional(),
})

/** One page of the shop as its content file holds it (spec §2). */
export const ContentPage = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/, 'not a slug'),
  path: z.string().regex(/^\/[a-z0-9/-]*$/, 'not a path'),
  title: Words,
  description: Words,
  /** Not found by anybody but through its preview link. */
  draft: z.boolean().default(false),
  /** The day from which it is found; before that it counts as a draft. */
  publishedOn: z.iso.date().optional(),
  /** The page is there, but neither search engines nor the site map are told. */
  unlisted: z.boolean().default(false),
  /** What makes the page an article of the magazine. */
  article: z.strictObject({ minutes: z.int().positive(), picture: Shot }).optional(),
  product: Product.optional(),
  sections: z.array(Section),
})

export type ContentPage = z.output<typeof ContentPage>
export type ContentSection = z.output<typeof Section>
export type ContentProduct = z.output<typeof Product>
export type ContentLayer = NonNullable<z.output<typeof Offer>['layer']>
