import { isSame } from './merge-content.ts'
import { Segment, spans } from './segment.ts'

type Field = keyof Segment

const inSpans: ReadonlySet<Field> = new Set(spans.flat())

/** What is decided together: the two days of a span, every other field alone. */
const conditions: readonly (readonly Field[])[] = [
  ...spans,
  ...Segment.keyof()
    .options.filter((field) => !inSpans.has(field))
    .map((field) => [field]),
]

interface MergedSegment {
  /** Where both changed a condition, what the second one entered. */
  readonly value: Segment
  /** The fields of the conditions that both changed to something different. */
  readonly conflicts: readonly Field[]
}

/** What two people made of the audience of the same version: each condition as the one who changed it left it. */
export const mergeSegments = (base: Segment, theirs: Segment, mine: Segment): MergedSegment => {
  const valuesIn = (segment: Segment, fields: readonly Field[]) => fields.map((field) => segment[field])
  const isEqual = (fields: readonly Field[], a: Segment, b: Segment): boolean =>
    isSame(valuesIn(a, fields), valuesIn(b, fields))
  const changed = conditions.filter(
    (fields) => !isEqual(fields, mine, base) && !isEqual(fields, mine, theirs),
  )
  const entered = changed.flat().map((field) => [field, mine[field]] as const)
  return {
    value: Segment.parse({ ...theirs, ...Object.fromEntries(entered) }),
    conflicts: changed.filter((fields) => !isEqual(fields, theirs, base)).flat(),
  }
}
