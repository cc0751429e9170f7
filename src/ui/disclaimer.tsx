import { brand } from '#shared/brand.ts'
import { defaultLocale } from '#shared/locale.ts'
import { useLocale } from './locale-context.ts'

/** The law text of the home market, in its own language on every page. */
export const Disclaimer = () =>
  useLocale() === defaultLocale ? brand.disclaimer : <span lang={defaultLocale}>{brand.disclaimer}</span>
