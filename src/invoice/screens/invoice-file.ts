import { ShopError } from '#shared/errors.ts'

/** The key in a page's address. NOT_FOUND without one, as for one that the shop did not sign. */
export const keyIn = (request: Request): string => {
  const key = new URL(request.url).searchParams.get('key')
  if (key === null || key === '' || key.length > 200) throw new ShopError('NOT_FOUND')
  return key
}

/** A PDF as a browser saves it. */
export const fileReply = (file: { readonly file_name: string; readonly pdf: string }): Response =>
  new Response(Uint8Array.fromBase64(file.pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${file.file_name}"`,
      'cache-control': 'no-store',
    },
  })
