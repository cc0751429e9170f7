import { valueIn } from '#content/rules/form-shape.ts'
import { partAt, placeOfPart } from '#content/rules/page-draft.ts'
import type { DraftParts, FoundPart } from '#content/rules/page-draft.ts'
import { isDocument } from '#content/rules/page-set.ts'
import type { PageDocument } from '#content/rules/page-set.ts'
import { fixedValuesOf, formOfPart } from '#content/rules/part-form.ts'
import { currentDocument, pageDraft, stableParts } from '#content/server/page-drafts.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import type { CheckedPage, PageServices } from './page-checks.ts'

/** The text of a page under a name; empty for a value that is not a text. */
export const textOf = (document: PageDocument | undefined, key: string): string => {
  const value = document && ownValue(document, key)
  return typeof value === 'string' ? value : ''
}

/** The draft of a page, or what is published in the same parts. NOT_FOUND for an unknown page. */
export const readParts = async ({ deps, pages }: PageServices, slug: string) => {
  const [draft, live] = await Promise.all([
    pageDraft(deps.database, slug),
    currentDocument(deps.database, pages, slug),
  ])
  if (draft) return { draft, live, parts: draft.parts, version: draft.baseVersion }
  if (!live) throw new ShopError('NOT_FOUND')
  return { draft, live, parts: stableParts(live.document), version: live.version }
}

/** Problems with the parts and fields that they are in. */
export const locatedProblems = (parts: DraftParts, { problems }: CheckedPage) =>
  problems.map(({ check, path, message }) => {
    const part = partAt(parts, path)
    const field = path.slice(placeOfPart(parts, part.id).length).map(String).join('.')
    return { check, part: part.id, field, message }
  })

const textsIn = (values: readonly { readonly field: string; readonly value: string }[]) =>
  new Map(values.map(({ field, value }) => [field, value]))

/** The value of a part that the fields of its form say. */
export const valueOfForm = (
  found: FoundPart,
  parts: DraftParts,
  values: readonly { readonly field: string; readonly value: string }[],
): PageDocument => {
  const read = valueIn(formOfPart(found, parts.page.value), textsIn(values))
  return { ...fixedValuesOf(found), ...(isDocument(read) ? read : {}) }
}
