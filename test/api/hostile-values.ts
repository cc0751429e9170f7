import fc from 'fast-check'
import { isRecord } from '#shared/is-record.ts'

const nested = (depth: number): unknown => (depth === 0 ? 'bottom' : [nested(depth - 1)])

const texts: readonly string[] = [
  '', ' ', '\0', 'a\0b', '\ud83d', '\udc00x', '\u202e\u0000', '🫙'.repeat(50), 'é'.normalize('NFD').repeat(40),
  'ﷺ'.repeat(60), 'İ', 'ß'.repeat(90), '__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '0', '-1',
  '1e309', '0x10', '١٢٣', "' or 1=1 --", '"; --', '\\', '%00', '%', '${7*7}', '{{7*7}}', '<script>alert(1)</script>',
  '../../etc/passwd', 'x'.repeat(5_000), '\u200b', '\ufeff', '\r\nset-cookie: a=b', '2031-02-30', '9999-12-31',
  '+275760-09-13', '00000000-0000-0000-0000-000000000000', 'a@b.cc', `${'a'.repeat(250)}@b.cc`,
] // prettier-ignore

const numbers: readonly number[] = [
  0, -0, -1, 0.1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 31 - 1, 2 ** 53, 2 ** 63, -(2 ** 31) - 1, 99_999_999,
] // prettier-ignore

/** What no honest client sends in this place. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...texts),
  fc.constantFrom<unknown>(...numbers),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    nested(60),
    { $ne: '' },
    { length: 3 },
    { toString: 1 },
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
)

/** Pieces of a path that are no honest identifiers, as they go over the wire. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00',
    '%zz',
    '%',
    '%ff%fe',
    '%2e%2e%2f',
    '%2f',
    '%5c',
    '%0d%0a',
    '%F0%9F%AB%99',
    'a%00b',
    'x'.repeat(4_000),
    '%20',
  ),
  fc
    .constantFrom(...texts.filter((text) => text !== ''))
    .map((text) => encodeURIComponent(text.toWellFormed())),
)

/** Query texts that parsers read in more than one way. */
export const hostileQuery: fc.Arbitrary<string> = fc.constantFrom(
  '__proto__=1', '__proto__[a]=1', 'constructor[prototype][a]=1', 'id=1&id=2', 'a[]=1&a[]=2', '%00=%00', 'a=%zz', '&&&=', '=',
  'code=1&code=2', 'group=daily&group=vaginal', 'include_renewal_preview=true&include_renewal_preview=false', 'to=%00',
  'force=maybe', 'group=%FF', 'include_renewal_preview=', 'return_path=//evil.example', 'return_path=/%00',
  `to=${'x'.repeat(3_000)}`,
) // prettier-ignore

/** Replaces a value with another: `at` chooses the field, one level deeper if there is one. */
const replaced = (payload: unknown, at: number, value: unknown): unknown => {
  if (!isRecord(payload)) return value
  const names = Object.keys(payload)
  if (names.length === 0) return { surprise: value }
  const name = names[at % names.length] ?? ''
  const inner = payload[name]
  const below = isRecord(inner) && at % 3 !== 0 ? replaced(inner, at >> 2, value) : value
  return { ...payload, [name]: below }
}

const without = (payload: unknown, at: number): unknown => {
  if (!isRecord(payload)) return payload
  const names = Object.keys(payload)
  const gone = names[at % Math.max(1, names.length)]
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== gone))
}

/** An honest payload, the same with something wrong in it, or nothing of the kind at all. */
export const spoiled = (honest: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: honest },
    {
      weight: 4,
      arbitrary: fc
        .tuple(honest, fc.nat(), hostileValue)
        .map(([payload, at, value]) => replaced(payload, at, value)),
    },
    { weight: 1, arbitrary: fc.tuple(honest, fc.nat()).map(([payload, at]) => without(payload, at)) },
    { weight: 1, arbitrary: hostileValue },
  )
