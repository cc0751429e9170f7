import type { DraftPart, DraftParts, DraftSection, Edit } from './page-draft.ts'
import type { PageDocument } from './page-set.ts'

/** What can be done with the sections and blocks of a page, apart from changing their texts. */
export const structureActions = ['up', 'down', 'duplicate', 'remove', 'add-section', 'add-block'] as const

/** One action on the structure; parts are named by their ids, so that it means the same after others have acted. */
export interface StructureAction {
  readonly action: (typeof structureActions)[number]
  /** The part that is moved, copied or removed; for a new section the one that it follows, for a new block its section. */
  readonly part: string
  /** The revision of the part as it was read; one that somebody changed since is not removed. */
  readonly base: number
  /** What a new section or block says at first. */
  readonly value?: PageDocument
}

/** The changed draft, or why it is not, as a sentence. */
export type Restructured =
  | { readonly kind: 'done'; readonly parts: DraftParts; readonly part: string }
  | { readonly kind: 'refused'; readonly message: string }

const refused = (message: string): Restructured => ({ kind: 'refused', message })

const moved = <P extends DraftPart>(list: readonly P[], at: number, by: -1 | 1): readonly P[] | null => {
  const [one, other] = [list[at], list[at + by]]
  if (one === undefined || other === undefined) return null
  return list.with(at, other).with(at + by, one)
}

interface Making {
  readonly edit: Edit
  readonly nextId: () => string
}

const newPart = (value: PageDocument, { edit, nextId }: Making): DraftPart => ({
  id: nextId(),
  revision: edit.revision,
  by: edit.by,
  value: { ...value },
})

const copied = <P extends DraftPart | DraftSection>(part: P, making: Making): P => ({
  ...part,
  ...newPart(part.value, making),
  ...('blocks' in part ? { blocks: part.blocks?.map((block) => newPart(block.value, making)) ?? null } : {}),
})

const isChangedSince = (part: DraftPart | DraftSection, base: number): boolean =>
  part.revision > base || ('blocks' in part && (part.blocks ?? []).some(({ revision }) => revision > base))

type Listed<P> = { readonly list: readonly P[]; readonly part: string } | { readonly message: string }

/** The edit of the list that the part is in, where it is at `at`. */
const editList = <P extends DraftPart | DraftSection>(
  list: readonly P[],
  at: number,
  { action, part: id, base }: StructureAction,
  making: Making,
): Listed<P> => {
  const part = list[at]
  if (part === undefined) return { message: 'It is not on the page any more.' }
  if (action === 'duplicate') {
    const copy = copied(part, making)
    return { list: list.toSpliced(at + 1, 0, copy), part: copy.id }
  }
  if (action === 'remove')
    return isChangedSince(part, base)
      ? { message: 'Someone changed it meanwhile. Look at it again before you remove it.' }
      : { list: list.toSpliced(at, 1), part: list[at - 1]?.id ?? list[at + 1]?.id ?? 'page' }
  const list2 = moved(list, at, action === 'up' ? -1 : 1)
  return list2 === null ? { message: `It cannot go further ${action}.` } : { list: list2, part: id }
}

const addSection = (
  parts: DraftParts,
  sections: readonly DraftSection[],
  { part, value = {} }: StructureAction,
  making: Making,
): Restructured => {
  const after = sections.findIndex(
    ({ id, blocks }) => id === part || (blocks ?? []).some((one) => one.id === part),
  )
  const { blocks, ...own } = value
  const made = newPart(own, making)
  const section: DraftSection = { ...made, blocks: Array.isArray(blocks) ? [] : null }
  return {
    kind: 'done',
    parts: { ...parts, sections: sections.toSpliced(after + 1, 0, section) },
    part: made.id,
  }
}

const addBlock = (
  parts: DraftParts,
  sections: readonly DraftSection[],
  { part, value = {} }: StructureAction,
  making: Making,
): Restructured => {
  const at = sections.findIndex(
    ({ id, blocks }) => id === part || (blocks ?? []).some((one) => one.id === part),
  )
  const section = sections[at]
  if (!section?.blocks) return refused('This section has no blocks.')
  const after = section.blocks.findIndex(({ id }) => id === part)
  const made = newPart(value, making)
  const blocks = section.blocks.toSpliced(after === -1 ? section.blocks.length : after + 1, 0, made)
  return {
    kind: 'done',
    parts: { ...parts, sections: sections.with(at, { ...section, blocks }) },
    part: made.id,
  }
}

/** Moves, copies, removes or adds a section or a block, on the draft as it is now. */
export const restructure = (parts: DraftParts, edit: StructureAction, making: Making): Restructured => {
  const { sections } = parts
  if (sections === null) return refused('This page shows the sections of another one.')
  if (edit.action === 'add-section') return addSection(parts, sections, edit, making)
  if (edit.action === 'add-block') return addBlock(parts, sections, edit, making)
  const at = sections.findIndex(({ id }) => id === edit.part)
  if (at !== -1) {
    const done = editList(sections, at, edit, making)
    return 'message' in done
      ? refused(done.message)
      : { kind: 'done', parts: { ...parts, sections: [...done.list] }, part: done.part }
  }
  for (const [place, section] of sections.entries()) {
    const { blocks } = section
    const block = blocks?.findIndex(({ id }) => id === edit.part) ?? -1
    if (blocks === null || block === -1) continue
    const done = editList(blocks, block, edit, making)
    if ('message' in done) return refused(done.message)
    const changed = { ...section, blocks: [...done.list] }
    return { kind: 'done', parts: { ...parts, sections: sections.with(place, changed) }, part: done.part }
  }
  return refused('It is not on the page any more.')
}
