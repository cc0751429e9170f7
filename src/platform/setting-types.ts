import { z } from 'zod'

/** Whether a text is an address with one of these schemes, such as `https:`. */
export const isUrl = (schemes: readonly string[]) => (text: string) =>
  URL.canParse(text) && schemes.includes(new URL(text).protocol)

/** A whole number, both ends included. */
export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.string().regex(/^\d{1,9}$/, message).transform(Number).refine((n) => n >= min && n <= max, message) // prettier-ignore
}

/** The address of a site without a path; its origin. */
export const origin = z
  .string()
  .refine(isUrl(['http:', 'https:']), {
    error: 'must be an address such as https://shop.example',
    abort: true,
  })
  .refine((text) => new URL(text).pathname === '/' && !/[?#]/.test(text), 'must be an address without a path')
  .transform((text) => new URL(text).origin)

/** A web address, as it was written. */
export const webAddress = z
  .string()
  .refine(isUrl(['http:', 'https:']), 'must be an address such as https://accounts.example')

/** The name of a header, in lower case. */
export const headerName = z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'must be the name of a header').toLowerCase() // prettier-ignore

/** One of some words. */
export const oneOf = <const T extends readonly string[]>(members: T) =>
  z.enum(members, { error: () => `must be one of ${members.join(', ')}` })

/** How many proxies are in front of the shop, their addresses, or none. */
export const trustProxy = z
  .string()
  .regex(
    /^(true|false|\d{1,2}|[0-9a-fA-F:./]+(,\s*[0-9a-fA-F:./]+)*)$/,
    'must be false, a number of proxies or a list of addresses',
  )
  .refine(
    (text) => text !== 'true',
    'must not be true, which trusts any address that a client sends; set the number of proxies in front of the shop (1 for one) or their addresses',
  )
  .transform((text): false | number | string => {
    if (text === 'false') return false
    return /^\d+$/.test(text) ? Number(text) : text
  })

/** A key or a secret of another system. */
export const secretText = z.string().min(1)

/** Up to an hour. */
export const seconds = wholeNumber(1, 3_600)
