import type { Locale } from '../locale.ts'
import type { Retention } from '../retention.ts'
import { retentionMessages } from './retention-messages.ts'

/** The periods as text in a language, by the name in a page's mark: `{retention:carts}`. */
export type RetentionTexts = (locale: Locale) => ReadonlyMap<string, string>

export const retentionTexts =
  (retention: Retention): RetentionTexts =>
  (locale) => {
    const t = retentionMessages.in(locale)
    return new Map(Object.entries(retention).map(([name, days]) => [name, t('span', { days })]))
  }
