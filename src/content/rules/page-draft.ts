import { z } from 'zod'
import type { PageDocument } from './page-set.ts'
import { isDocument, isVariant } from './page-set.ts'

const Value = z.record(z.string(), z.unknown())

const Part = z.object({
  id: z.string(),
  /** The revision of the draft that changed it last; 0 as it was published. */
  revision: z.int(),
  /** Who did, by the id of the person; null as it was published. */
  by: z.string().nullable(),
  value: Value,
})

/** A draft of a page in its parts: two people who change different ones do not meet. */
export const DraftParts = z.object({
  /** Everything but product and sections. */
  page: Part,
  product: Part.nullable(),
  /** Null where a page shows the sections of another one. */
  sections: z.array(Part.extend({ blocks: z.array(Part).nullable() })).nullable(),
})

export type DraftParts = z.output<typeof DraftParts>
export type DraftPart = z.output<typeof Part>
export type DraftSection = NonNullable<DraftParts['sections']>[number]

const unchanged = { revision: 0, by: null } as const

const documentsIn = (value: unknown): PageDocument[] => (Array.isArray(value) ? value.filter(isDocument) : [])

const sectionOf = (value: PageDocument, nextId: () => string): DraftSection => {
  const { blocks, ...own } = value
  return {
    id: nextId(),
    ...unchanged,
    value: own,
    blocks: Array.isArray(blocks)
      ? documentsIn(blocks).map((block) => ({ id: nextId(), ...unchanged, value: block }))
      : null,
  }
}

/** A page in its parts, as it is published. `nextId` gives a new id each time. */
export const partsOf = (document: PageDocument, nextId: () => string): DraftParts => {
  const { product, sections, ...page } = document
  return {
    page: { id: 'page', ...unchanged, value: page },
    product: isDocument(product) ? { id: 'product', ...unchanged, value: product } : null,
    sections: isVariant(document) ? null : documentsIn(sections).map((section) => sectionOf(section, nextId)),
  }
}

/** The page that the parts are of, as a file has it. */
export const documentOf = ({ page, product, sections }: DraftParts): PageDocument => ({
  ...page.value,
  ...(product === null ? {} : { product: product.value }),
  ...(sections === null
    ? {}
    : {
        sections: sections.map(({ value, blocks }) =>
          blocks === null ? value : { ...value, blocks: blocks.map((block) => block.value) },
        ),
      }),
})

/** A part by its id, with what it is a part of: a section has `section`, a block has its section. */
export interface FoundPart {
  readonly part: DraftPart
  readonly kind: 'page' | 'product' | 'section' | 'block'
  readonly section: DraftSection | null
}

const found = (part: DraftPart, kind: FoundPart['kind'], section: DraftSection | null = null): FoundPart => ({
  part,
  kind,
  section,
})

/** All parts in the order of the page. */
export const listParts = ({ page, product, sections }: DraftParts): readonly FoundPart[] => [
  found(page, 'page'),
  ...(product === null ? [] : [found(product, 'product')]),
  ...(sections ?? []).flatMap((section) => [
    found(section, 'section', section),
    ...(section.blocks ?? []).map((block) => found(block, 'block', section)),
  ]),
]

export const findPart = (parts: DraftParts, id: string): FoundPart | undefined =>
  listParts(parts).find(({ part }) => part.id === id)

/** Where a part is in the page's document, as faults name it. */
export const placeOfPart = (parts: DraftParts, id: string): readonly PropertyKey[] => {
  if (id === 'page') return []
  if (id === 'product') return ['product']
  for (const [at, section] of (parts.sections ?? []).entries()) {
    if (section.id === id) return ['sections', at]
    const block = (section.blocks ?? []).findIndex((one) => one.id === id)
    if (block !== -1) return ['sections', at, 'blocks', block]
  }
  return []
}

/** The part that a place in the page's document belongs to. */
export const partAt = (parts: DraftParts, [first, at, inner, block]: readonly PropertyKey[]): DraftPart => {
  if (first === 'product' && parts.product !== null) return parts.product
  const section = first === 'sections' && typeof at === 'number' ? parts.sections?.[at] : undefined
  if (section === undefined) return parts.page
  const own = inner === 'blocks' && typeof block === 'number' ? section.blocks?.[block] : undefined
  return own ?? section
}

/** Who changes a draft, and to which revision. */
export interface Edit {
  readonly by: string
  readonly revision: number
}

const changedIn = <P extends DraftPart>(
  part: P,
  id: string,
  value: PageDocument,
  { by, revision }: Edit,
): P => (part.id === id ? { ...part, value: { ...value }, by, revision } : part)

/** The draft with another value of one part. */
export const withValue = (parts: DraftParts, id: string, value: PageDocument, edit: Edit): DraftParts => ({
  page: changedIn(parts.page, id, value, edit),
  product: parts.product && changedIn(parts.product, id, value, edit),
  sections:
    parts.sections?.map((section) => ({
      ...changedIn(section, id, value, edit),
      blocks: section.blocks?.map((block) => changedIn(block, id, value, edit)) ?? null,
    })) ?? null,
})
