import { ShopError } from '#shared/errors.ts'

/** The key in a page's address. NOT_FOUND without one, as for one that the shop did not sign. */
export const keyIn = (request: Request): string => {
  const key = new URL(request.url).searchParams.get('key')
  if (key === null || key === '' || key.length > 200) throw new ShopError('NOT_FOUND')
  return key
}
