/**
 * The own value of a plain object under a name; undefined for an inherited one, as `toString` or `__proto__`. Names
 * from outside are looked up this way or in a Map (`test/repo/own-property-lookups.test.ts`).
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
