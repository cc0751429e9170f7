import { watchPageFlags } from '#experiment/browser/page-flags.ts'
import { hasLoyalty } from '#loyalty/rules/points.ts'

/** Hides or shows everything of loyalty as the page's flags say, also when they change. */
export const watchLoyalty = (): void =>
  watchPageFlags(({ experiments }) => {
    document.documentElement.dataset['loyalty'] = hasLoyalty(experiments) ? 'shown' : 'hidden'
  })
