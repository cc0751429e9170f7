import { isDocument } from './page-set.ts'

/** A text of a page that another version says otherwise. */
export interface TextChange {
  readonly path: readonly PropertyKey[]
  readonly before: string | null
  readonly after: string | null
}

type Leaves = ReadonlyMap<string, { readonly path: readonly PropertyKey[]; readonly text: string }>

const leafText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const leavesOf = (value: unknown): Leaves => {
  const leaves: [string, { path: readonly PropertyKey[]; text: string }][] = []
  const visit = (part: unknown, path: readonly PropertyKey[]): void => {
    if (Array.isArray(part)) part.forEach((entry: unknown, at) => visit(entry, [...path, at]))
    else if (isDocument(part))
      for (const [key, entry] of Object.entries(part)) {
        if (entry !== undefined) visit(entry, [...path, key])
      }
    else leaves.push([path.map(String).join('.'), { path, text: leafText(part) }])
  }
  visit(value, [])
  return new Map(leaves)
}

const sameText = (value: unknown): string => JSON.stringify(value)

/** Pairs of equal entries in two lists, in order: a longest common subsequence. */
const matches = (
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] => {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  const lengthAt = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const longer = Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
      const own = before[row] === after[column] ? lengthAt(row + 1, column + 1) + 1 : longer
      lengths[row]?.fill(own, column, column + 1)
    }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < before.length && column < after.length;) {
    if (before[row] === after[column]) pairs.push([row++, column++])
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

type Aligned = readonly [before: unknown, after: unknown, place: number]

/** Two lists of sections or blocks side by side: equal ones drop out, others meet between them in order. */
const alignedDifferences = (before: readonly unknown[], after: readonly unknown[]): readonly Aligned[] => {
  const rows: Aligned[] = []
  let [left, right] = [0, 0]
  const between = (leftEnd: number, rightEnd: number): void => {
    for (; left < leftEnd || right < rightEnd; left += 1, right += 1)
      rows.push([
        left < leftEnd ? before[left] : undefined,
        right < rightEnd ? after[right] : undefined,
        Math.min(right, Math.max(0, after.length - 1)),
      ])
  }
  for (const [one, other] of matches(before.map(sameText), after.map(sameText))) {
    between(one, other)
    left = one + 1
    right = other + 1
  }
  between(before.length, after.length)
  return rows
}

const leafChanges = (before: unknown, after: unknown, start: readonly PropertyKey[]): TextChange[] => {
  const [old, now] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key) => {
    const [one, other] = [old.get(key), now.get(key)]
    if (one?.text === other?.text) return []
    const path = [...start, ...(other?.path ?? one?.path ?? [])]
    return [{ path, before: one?.text ?? null, after: other?.text ?? null }]
  })
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const partsOfSection = (value: unknown): { own: unknown; blocks: readonly unknown[] } => {
  if (!isDocument(value)) return { own: value, blocks: [] }
  const { blocks, ...own } = value
  return { own, blocks: listOf(blocks) }
}

const sectionChanges = (before: unknown, after: unknown, path: readonly PropertyKey[]): TextChange[] => {
  const [old, now] = [partsOfSection(before), partsOfSection(after)]
  return [
    ...leafChanges(old.own, now.own, path),
    ...alignedDifferences(old.blocks, now.blocks).flatMap(([one, other, place]) =>
      leafChanges(one, other, [...path, 'blocks', place]),
    ),
  ]
}

/** What is different between two versions of a page, text by text; sections and blocks that only moved are left out. */
export const pageChanges = (before: unknown, after: unknown): readonly TextChange[] => {
  const split = (value: unknown) => {
    const { sections, ...own } = isDocument(value) ? value : {}
    return { own, sections: listOf(sections) }
  }
  const [old, now] = [split(before), split(after)]
  return [
    ...leafChanges(old.own, now.own, []),
    ...alignedDifferences(old.sections, now.sections).flatMap(([one, other, place]) =>
      sectionChanges(one, other, ['sections', place]),
    ),
  ]
}

/** A run of words that both texts have, or only one of them. */
export interface WordRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Longer texts are shown whole, the old one and the new one. */
const maxTokens = 1_500

const joined = (runs: readonly WordRun[]): WordRun[] => {
  const all: WordRun[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last?.kind === run.kind) all[all.length - 1] = { kind: run.kind, text: last.text + run.text }
    else if (run.text !== '') all.push(run)
  }
  return all
}

/** Two texts as one, word by word: what was removed is before what was added in its place. */
export const wordRuns = (before: string, after: string): readonly WordRun[] => {
  const [old, now] = [before.split(/(\s+)/), after.split(/(\s+)/)]
  if (old.length > maxTokens || now.length > maxTokens)
    return joined([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ])
  const runs: WordRun[] = []
  let [left, right] = [0, 0]
  const between = (leftEnd: number, rightEnd: number): void => {
    runs.push({ kind: 'removed', text: old.slice(left, leftEnd).join('') })
    runs.push({ kind: 'added', text: now.slice(right, rightEnd).join('') })
  }
  for (const [one, other] of matches(old, now)) {
    between(one, other)
    runs.push({ kind: 'same', text: old[one] ?? '' })
    left = one + 1
    right = other + 1
  }
  between(old.length, now.length)
  return joined(runs.filter(({ text }) => text !== ''))
}
