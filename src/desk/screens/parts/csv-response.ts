import { byteOrderMark, csvLine } from '../../rules/csv.ts'

/** A page of a list, and where the next one begins. */
interface CsvPage<Row> {
  readonly rows: readonly Row[]
  readonly older: string | null
}

/** What a column of the file is called, and what it has of a row. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => string])[]

async function* linesOf<Row>(
  columns: CsvColumns<Row>,
  first: CsvPage<Row>,
  next: (after: string) => Promise<CsvPage<Row>>,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvLine(columns.map(([head]) => head))}`
  for (let page: CsvPage<Row> | null = first; page !== null;) {
    // The next page is read while this one is written.
    const following: Promise<CsvPage<Row>> | null = page.older === null ? null : next(page.older)
    // A reader who stopped needs no error.
    following?.catch(() => undefined)
    yield page.rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
    page = await following
  }
}

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

/**
 * A list as a CSV file, a page at a time: it never is in memory as a whole. The first page is read before the file begins,
 * so that a refusal is an answer of its own.
 */
export const csvResponse = async <Row>(
  name: string,
  columns: CsvColumns<Row>,
  read: (after: string | undefined) => Promise<CsvPage<Row>>,
): Promise<Response> => {
  const lines = linesOf(columns, await read(undefined), read)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await lines.return(undefined)),
  })
  return fileResponse(body, 'text/csv; charset=utf-8', name)
}
