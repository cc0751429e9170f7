import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import { localesOf } from '#shared/locale.ts'
import { oneOf } from './setting-types.ts'

const codes = brand.locales.map(({ code }) => code)

const isOfBrand = (code: string): boolean => codes.some((one) => one === code.trim())

/** What an operator says about languages. `LANGUAGES` itself takes effect in `src/app/entry/own-brand.ts`. */
export const languageVariables = {
  LANGUAGES: z
    .string()
    .refine((text) => text.split(',').every(isOfBrand), {
      error: `must be languages of the brand with commas between, such as ${codes.join(',')}`,
    })
    .optional(),
  PSEUDO_LOCALE: oneOf(['off', 'on']).default('off'),
}

interface LanguageValues {
  readonly PSEUDO_LOCALE: 'off' | 'on'
}

/** The languages of the shop's addresses. */
export const languageSettings = ({ PSEUDO_LOCALE: pseudo }: LanguageValues) => ({
  locales: localesOf(pseudo === 'on'),
})
