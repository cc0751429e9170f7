import { z } from 'zod'

/** A page by its slug as one part of an address, with `~` for each `/`. */
export const PageKey = z
  .string()
  .max(200)
  .regex(/^[a-z0-9-]+(?:~[a-z0-9-]+)*$/, 'Please choose a page.')

/** `reference/syn-wk` → `reference~syn-wk`. */
export const keyOfSlug = (slug: string): string => slug.replaceAll('/', '~')

export const slugOfKey = (key: string): string => key.replaceAll('~', '/')
