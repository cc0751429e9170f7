import type { PDFDocument } from '@cantoo/pdf-lib'

/** More than a label has. */
const maxPages = 50

/** The pages of all files in one, or which of them cannot be read, and why. */
export type JoinedPdf =
  | { readonly kind: 'joined'; readonly bytes: Uint8Array }
  | { readonly kind: 'unreadable'; readonly index: number; readonly problem: string }

// A third of a second and many megabytes: loaded when labels are joined for the first time.
const loadLibrary = () => import('@cantoo/pdf-lib')
type Library = Awaited<ReturnType<typeof loadLibrary>>

/** A file that ends before its end may have lost a part of a label, which the library would leave out. */
const isWhole = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(-1024)).toString('latin1').includes('%%EOF')

/** Adds the pages of a file to a document; why it cannot be read, or null when that is done. */
const addPages = async (
  { PDFDocument: Document, EncryptedPDFError }: Library,
  document: PDFDocument,
  bytes: Uint8Array,
): Promise<string | null> => {
  if (!isWhole(bytes)) return 'its end is missing'
  try {
    const file = await Document.load(bytes, { throwOnInvalidObject: true, updateMetadata: false })
    const count = file.getPageCount()
    if (count === 0 || count > maxPages) return `it has ${count} pages`
    for (const page of await document.copyPages(file, file.getPageIndices())) document.addPage(page)
    return null
  } catch (thrown) {
    return thrown instanceof EncryptedPDFError ? 'it is encrypted' : 'it is damaged'
  }
}

/** Joins PDF files to one with all of their pages, in order. */
export const joinPdfs = async (files: readonly Uint8Array[]): Promise<JoinedPdf> => {
  const library = await loadLibrary()
  const document = await library.PDFDocument.create({ updateMetadata: false })
  for (const [index, bytes] of files.entries()) {
    const problem = await addPages(library, document, bytes)
    if (problem !== null) return { kind: 'unreadable', index, problem }
  }
  return { kind: 'joined', bytes: await document.save() }
}
