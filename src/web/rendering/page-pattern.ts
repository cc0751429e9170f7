/** The pattern of a matched screen, such as `/account/orders/:number`: a path may hold a token or a name. `none` without a match. */
export const patternOf = (
  matches: readonly { readonly route: { readonly path?: string } }[] | null,
): string => {
  if (matches === null) return 'none'
  const parts = matches.map(({ route }) => (route.path ?? '').replaceAll(/^\/|\/$/g, ''))
  return `/${parts.filter((part) => part !== '').join('/')}`
}
