import { z } from 'zod'

const Words = z.string().trim().min(1)
const Href = z.string().regex(/^(\/[^\s]*|#[a-z0-9-]+|https:\/\/[^\s]+|mailto:[^\s]+)$/, 'not an address')
const Anchor = z.string().regex(/^[a-z0-9-]+$/, 'anchors are lower case words with hyphens')

const Shot = z.strictObject({ name: Words, alt: z.string() })
const Poster = Shot.extend({ caption: Words.optional() })
const Action = z.strictObject({
  label: Words,
  href: Href,
  look: z.enum(['seam', 'default', 'line', 'link']).default('line'),
})

/** A claim about structure or function of the body links to the disclaimer (ruling 8); see `content-check.ts`. */
const claim = z.boolean().default(false)

const simpleBlocks = [
  z.strictObject({
    kind: z.literal('paragraph'),
    text: Words,
    look: z.enum(['body', 'lead', 'small']).default('body'),
    claim,
  }),
  z.strictObject({ kind: z.literal('heading'), text: Words, anchor: Anchor.optional(), claim }),
  z.strictObject({ kind: z.literal('button'), actions: z.array(Action).min(1) }),
  z.strictObject({
    kind: z.literal('accordion'),
    items: z
      .array(z.strictObject({ title: Words, text: Words, open: z.boolean().default(false), claim }))
      .min(1),
  }),
  z.strictObject({ kind: z.literal('poster'), picture: Poster }),
  z.strictObject({ kind: z.literal('slider'), label: Words, pictures: z.array(Poster).min(2) }),
  z.strictObject({ kind: z.literal('small-print'), text: Words, claim }),
  z.strictObject({
    kind: z.literal('table'),
    label: Words,
    columns: z.array(z.strictObject({ title: Words, end: z.boolean().default(false) })).min(1),
    rows: z.array(z.array(z.string())).min(1),
    bullets: z.boolean().default(false),
    claim,
  }),
  z.strictObject({
    kind: z.literal('list'),
    ordered: z.boolean().default(false),
    items: z.array(Words).min(1),
    claim,
  }),
  z.strictObject({
    kind: z.literal('rows'),
    title: Words,
    items: z.array(z.strictObject({ label: Words, note: Words.optional(), href: Href })).min(1),
  }),
  z.strictObject({ kind: z.literal('disclaimer') }),
] as const

const SimpleBlock = z.discriminatedUnion('kind', simpleBlocks)

const NestedSection = z.strictObject({
  kind: z.literal('section'),
  heading: Words,
  anchor: Anchor.optional(),
  blocks: z.array(SimpleBlock).min(1),
})

const Block = z.discriminatedUnion('kind', [...simpleBlocks, NestedSection])

const tone = z.enum(['chalk', 'gley', 'loam', 'peat']).default('chalk')
/** Spec §2: `with-number` shows a two-digit section number, `with-anchor` gives it an address. */
const chapter = { tone, numbered: z.boolean().default(false), anchor: Anchor.optional() }

const Section = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('title'), heading: Words, lead: Words.optional(), claim }),
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
  product: Product.optional(),
  sections: z.array(Section),
})

export type ContentPage = z.output<typeof ContentPage>
export type ContentSection = z.output<typeof Section>
export type ContentBlock = z.output<typeof Block>
export type ContentAction = z.output<typeof Action>
export type ContentProduct = z.output<typeof Product>
