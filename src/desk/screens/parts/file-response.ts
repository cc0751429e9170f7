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

export const bytesOfBase64 = (base64: string) =>
  Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)

/** A PDF that came as base64. */
export const pdfResponse = (base64: string, name: string): Response =>
  fileResponse(bytesOfBase64(base64), 'application/pdf', name)
