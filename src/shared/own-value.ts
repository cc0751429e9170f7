/**
 * What a plain object holds itself under a name; undefined for a name that it only inherits, as `toString` or
 * `__proto__`. Names that come from outside are looked up this way or in a Map (`test/repo/own-property-lookups.test.ts`).
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
