import { z } from 'zod'
import { NonEmptyText } from './data-file.ts'
import { SupplementFacts } from './supplement-facts.ts'

/** An address of the shop, of a page's own part, or outside. */
export const Href = z
  .string()
  .regex(/^(\/[^\s]*|#[a-z0-9-]+|https:\/\/[^\s]+|mailto:[^\s]+)$/, 'not an address')
/** The part after the `#` of a URL (spec §2, `with-anchor`). */
export const Anchor = z.string().regex(/^[a-z0-9-]+$/, 'anchors are lower case words with hyphens')

/** A picture by its name, with a description. */
export const ContentPicture = z.strictObject({ name: NonEmptyText, alt: z.string() })

/** A film that replaces the picture once it is started; it never starts automatically. */
const Film = z.strictObject({
  source: z.string().regex(/^\/film\/[a-z0-9-]+\.webm$/, 'a film such as /film/layers.webm'),
  label: NonEmptyText,
  /** What happens in it, for those who do not see it. */
  description: NonEmptyText,
})

/** An image, or a video with the image in front (spec §2). */
export const Poster = ContentPicture.extend({ caption: NonEmptyText.optional(), film: Film.optional() })
/** A button, or a link that looks like one. */
export const Action = z.strictObject({
  label: NonEmptyText,
  href: Href,
  look: z.enum(['primary', 'default', 'secondary', 'link']).default('secondary'),
})

/** A claim about structure or function of the body links to the disclaimer (ruling 8); see `content-check.ts`. */
export const claim = z.boolean().default(false)

const simpleBlocks = [
  z.strictObject({
    kind: z.literal('paragraph'),
    text: NonEmptyText,
    look: z.enum(['body', 'lead', 'small', 'quote']).default('body'),
    claim,
  }),
  z.strictObject({ kind: z.literal('heading'), text: NonEmptyText, anchor: Anchor.optional(), claim }),
  z.strictObject({ kind: z.literal('button'), actions: z.array(Action).min(1) }),
  z.strictObject({
    kind: z.literal('accordion'),
    look: z.enum(['plain', 'white']).default('plain'),
    items: z
      .array(
        z.strictObject({ title: NonEmptyText, text: NonEmptyText, open: z.boolean().default(false), claim }),
      )
      .min(1),
  }),
  z.strictObject({ kind: z.literal('poster'), picture: Poster }),
  z.strictObject({ kind: z.literal('slider'), label: NonEmptyText, pictures: z.array(Poster).min(2) }),
  z.strictObject({ kind: z.literal('small-print'), text: NonEmptyText, claim }),
  z.strictObject({
    kind: z.literal('table'),
    label: NonEmptyText,
    columns: z.array(z.strictObject({ title: NonEmptyText, end: z.boolean().default(false) })).min(1),
    rows: z.array(z.array(z.string())).min(1),
    bullets: z.boolean().default(false),
    claim,
  }),
  z.strictObject({
    kind: z.literal('list'),
    ordered: z.boolean().default(false),
    items: z.array(NonEmptyText).min(1),
    claim,
  }),
  z.strictObject({
    kind: z.literal('rows'),
    title: NonEmptyText,
    items: z.array(z.strictObject({ label: NonEmptyText, note: NonEmptyText.optional(), href: Href })).min(1),
  }),
  z.strictObject({
    kind: z.literal('facts'),
    items: z.array(z.strictObject({ label: NonEmptyText, text: NonEmptyText })).min(1),
    claim,
  }),
  /** A drawing whose numbers are explained in the list below it, in the order of the numbers. */
  z.strictObject({
    kind: z.literal('diagram'),
    drawing: z.enum(['digestive-path', 'nested-capsule', 'subscription-cycle']),
    /** What is drawn, for those who do not see it. */
    label: NonEmptyText,
    steps: z.array(z.strictObject({ title: NonEmptyText, text: NonEmptyText })).length(4),
    claim,
  }),
  z.strictObject({ kind: z.literal('disclaimer') }),
  /** The panel of a product's label; `facts` are those of the page whose slug is `of` (`withSupplementFacts`). */
  z.strictObject({ kind: z.literal('supplement-facts'), of: NonEmptyText, facts: SupplementFacts }),
] as const

const SimpleBlock = z.discriminatedUnion('kind', simpleBlocks)

const NestedSection = z.strictObject({
  kind: z.literal('section'),
  heading: NonEmptyText,
  anchor: Anchor.optional(),
  /** Shows a number next to the heading, counted inside its section. */
  numbered: z.boolean().default(false),
  blocks: z.array(SimpleBlock).min(1),
})

/** One block of a section (spec §2). */
export const Block = z.discriminatedUnion('kind', [...simpleBlocks, NestedSection])

export type ContentBlock = z.output<typeof Block>
export type ContentAction = z.output<typeof Action>
export type ContentPoster = z.output<typeof Poster>
