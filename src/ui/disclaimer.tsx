import { brand } from '#shared/brand.ts'
import { InFirstLanguage } from './in-first-language.tsx'

/** The law text of the home market, in its own language on every page. */
export const Disclaimer = () => <InFirstLanguage>{brand.disclaimer}</InFirstLanguage>
