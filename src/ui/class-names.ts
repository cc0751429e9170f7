/** Joins class names, leaving out what does not apply. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string | undefined => {
  const given = names.filter((name) => typeof name === 'string' && name !== '')
  return given.length > 0 ? given.join(' ') : undefined
}
