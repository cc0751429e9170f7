/** A PDF as a browser saves it. */
export const fileReply = (file: { readonly file_name: string; readonly pdf: string }): Response =>
  new Response(Uint8Array.fromBase64(file.pdf), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${file.file_name}"`,
      'cache-control': 'no-store',
    },
  })
