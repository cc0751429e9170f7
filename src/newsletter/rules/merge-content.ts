import { ownValue } from '#shared/own-value.ts'

/** What a draft says, also before its texts are in order. */
export type DraftContent = Readonly<Record<string, unknown>>

/** The same for the same value, whatever the order of its fields. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''

export const isSame = (a: unknown, b: unknown): boolean => keyOf(a) === keyOf(b)

interface Merged<T> {
  /** Where both changed something, what the second one entered. */
  readonly value: T
  /** What both changed, by the names of the form. */
  readonly conflicts: readonly string[]
}

const mergeValue = (name: string, base: unknown, theirs: unknown, mine: unknown): Merged<unknown> => {
  if (isSame(mine, base) || isSame(mine, theirs)) return { value: theirs, conflicts: [] }
  return { value: mine, conflicts: isSame(theirs, base) ? [] : [name] }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The part of a list that is changed: `from` the first item to `until`, which is not in it, and what stands there now. */
const changeOf = (base: readonly unknown[], now: readonly unknown[]) => {
  const least = Math.min(base.length, now.length)
  let from = 0
  while (from < least && isSame(base[from], now[from])) from += 1
  let kept = 0
  while (kept < least - from && isSame(base[base.length - 1 - kept], now[now.length - 1 - kept])) kept += 1
  return { from, until: base.length - kept, items: now.slice(from, now.length - kept) }
}

/** Of lists of different lengths, whose items have no names: both changes where one ends before the other begins. */
const mergeMoved = (
  base: readonly unknown[],
  theirs: readonly unknown[],
  mine: readonly unknown[],
): Merged<readonly unknown[]> => {
  const [first, second] = [changeOf(base, theirs), changeOf(base, mine)].toSorted((a, b) => a.from - b.from)
  if (!first || !second || first.until > second.from || first.from === second.from)
    return { value: mine, conflicts: ['blocks'] }
  const between = base.slice(first.until, second.from)
  const after = base.slice(second.until)
  return {
    value: [...base.slice(0, first.from), ...first.items, ...between, ...second.items, ...after],
    conflicts: [],
  }
}

const mergeBlocks = (base: readonly unknown[], theirs: readonly unknown[], mine: readonly unknown[]) => {
  const whole = mergeValue('blocks', base, theirs, mine)
  if (whole.conflicts.length === 0) return { value: listIn(whole.value), conflicts: [] }
  if (base.length !== theirs.length || base.length !== mine.length) return mergeMoved(base, theirs, mine)
  const each = base.map((block, at) => mergeValue(`blocks.${at}`, block, theirs[at], mine[at]))
  return { value: each.map(({ value }) => value), conflicts: each.flatMap(({ conflicts }) => conflicts) }
}

/**
 * What two people made of the same version of a campaign: each field and each block as the one who changed it left it. Where both
 * changed the same, `mine` stands in the value, and the conflicts name it.
 */
export const mergeContent = (
  base: DraftContent,
  theirs: DraftContent,
  mine: DraftContent,
): Merged<DraftContent> => {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  names.delete('blocks')
  const fields = [...names].map(
    (name) =>
      [name, mergeValue(name, ownValue(base, name), ownValue(theirs, name), ownValue(mine, name))] as const,
  )
  const blocks = mergeBlocks(listIn(base['blocks']), listIn(theirs['blocks']), listIn(mine['blocks']))
  return {
    value: {
      ...Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
      blocks: blocks.value,
    },
    conflicts: [...fields.flatMap(([, { conflicts }]) => conflicts), ...blocks.conflicts],
  }
}
