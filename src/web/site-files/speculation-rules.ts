/** Where browsers read which pages they may load ahead. */
export const speculationRulesPath = '/speculation-rules.json'

/**
 * What a browser may load when somebody points at a link: the pages that search engines list, and nothing else, so that
 * no cart, checkout, account or link that writes is ever asked for ahead. It loads the page alone and runs none of its
 * scripts, so nothing is counted as seen.
 */
export const speculationRules = (paths: readonly string[]): string =>
  JSON.stringify({
    prefetch: [
      {
        where: {
          and: [
            { href_matches: paths.toSorted() },
            // A query may have a promo code or another thing to remember.
            { not: { href_matches: '/*\\?(.+)' } },
          ],
        },
        eagerness: 'moderate',
      },
    ],
  })
