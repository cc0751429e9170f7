/** A file of the desk: nobody stores it, and no search engine lists it. */
export const fileResponse = (body: BodyInit, type: string, name: string): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    },
  })

/** A PDF that came as base64. */
export const pdfResponse = (base64: string, name: string): Response =>
  fileResponse(
    Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0),
    'application/pdf',
    name,
  )
