import fc from 'fast-check'
import { isRecord } from '#shared/is-record.ts'

type Schema = Readonly<Record<string, unknown>>

/** Values worth trying for a field, by its name: what the shop really has. */
export type Pools = Readonly<Record<string, readonly string[]>>

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const record = (value: unknown): Schema => (isRecord(value) ? value : {})
const numberOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

const readPattern = (pattern: string): fc.Arbitrary<string> | null => {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return null
  }
}

const patternsRead = new Map<string, fc.Arbitrary<string> | null>()

/** Texts that match a pattern; null for a pattern that looks ahead. Each is read once, for that takes milliseconds. */
const matching = (pattern: string): fc.Arbitrary<string> | null => {
  const known = patternsRead.get(pattern)
  if (known !== undefined) return known
  const read = readPattern(pattern)
  patternsRead.set(pattern, read)
  return read
}

const stringOf = (schema: Schema, known: readonly string[]): fc.Arbitrary<string> => {
  const { format, pattern } = schema
  const most = Math.min(numberOr(schema['maxLength'], 300), 300)
  const free = fc.string({
    minLength: Math.min(numberOr(schema['minLength'], 0), most),
    maxLength: most,
    unit: 'grapheme',
  })
  const made =
    format === 'uuid'
      ? fc.uuid()
      : format === 'date'
        ? fc
            .date({ min: new Date('1990-01-01'), max: new Date('2400-01-01'), noInvalidDate: true })
            .map((day) => day.toISOString().slice(0, 10))
        : ((typeof pattern === 'string' ? matching(pattern) : null) ?? free)
  return known.length === 0
    ? made
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made })
}

/** What nobody reads at all: the edge refuses it before it knows who asks, and tests of raw requests send it. */
const refusedNames = /"(__proto__|constructor)":/

const anything = fc.jsonValue().filter((value) => !refusedNames.test(JSON.stringify(value)))

const objectOf = (schema: Schema, pools: Pools): fc.Arbitrary<unknown> => {
  const required = list(schema['required']).map(String)
  const properties = Object.entries(record(schema['properties']))
  if (properties.length === 0 && isRecord(schema['additionalProperties'])) {
    const names = fc.constantFrom('email', 'firstName', 'address.zip', 'a', 'a'.repeat(60))
    return fc.dictionary(names, valueOf(schema['additionalProperties'], 'text', pools), { maxKeys: 5 })
  }
  return fc.record(
    Object.fromEntries(properties.map(([name, part]) => [name, valueOf(record(part), name, pools)])),
    { requiredKeys: required },
  )
}

const valueOf = (schema: Schema, name: string, pools: Pools): fc.Arbitrary<unknown> => {
  const choices = list(schema['anyOf'])
  if (choices.length > 0) return fc.oneof(...choices.map((one) => valueOf(record(one), name, pools)))
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  if (schema['enum'] !== undefined) return fc.constantFrom(...list(schema['enum']))
  const [min, max] = [numberOr(schema['minimum'], -1000), numberOr(schema['maximum'], 1000)]
  switch (schema['type']) {
    case 'object':
      return objectOf(schema, pools)
    case 'array': {
      const maxLength = Math.min(numberOr(schema['maxItems'], 5), 5)
      return fc.array(valueOf(record(schema['items']), name, pools), { maxLength })
    }
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(min, 0), max: Math.max(5, Math.min(max, 5)) }),
        fc.maxSafeInteger(),
      )
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min, max, noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'string':
      return stringOf(schema, pools[name] ?? [])
    default:
      return anything
  }
}

/** Payloads of the shape that a document's schema describes, with facts of the shop where it has some. */
export const arbitraryOf = (schema: Schema, pools: Pools): fc.Arbitrary<unknown> => valueOf(schema, '', pools)
