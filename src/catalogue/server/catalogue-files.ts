import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { CatalogueDocument, documentText } from '../rules/catalogue-document.ts'
import type { DocumentsByCode } from '../rules/catalogue-changes.ts'

/** A file that is no entry. */
export interface FileFault {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Reads a folder of entries, one file `<sku>.json` each, all of them however many are wrong. */
export const readEntryFiles = async (
  folder: string,
): Promise<{ readonly documents: readonly CatalogueDocument[]; readonly faults: readonly FileFault[] }> => {
  const documents: CatalogueDocument[] = []
  const faults: FileFault[] = []
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  for (const file of names.toSorted()) {
    const read = readDataFile(await readFile(path.join(folder, file), 'utf8'), CatalogueDocument)
    if (read.kind === 'wrong') faults.push({ file, line: read.line, message: read.message })
    else if (`${read.value.sku}.json` !== file)
      faults.push({ file, line: 1, message: `it holds the sku ${read.value.sku}` })
    else documents.push(read.value)
  }
  return { documents, faults }
}

/** The entries of a new shop; a wrong file stops the start with its name and line. */
export const readCatalogueFiles = async (folder: string): Promise<readonly CatalogueDocument[]> => {
  const { documents, faults } = await readEntryFiles(folder)
  const [fault] = faults
  if (fault)
    throw new StartFailure(
      `The catalogue file ${fault.file} is wrong in line ${fault.line}: ${fault.message}.`,
    )
  return documents
}

/** Writes a file for each entry, over those that are there; the folder is made when there is none. */
export const writeEntryFiles = async (folder: string, documents: DocumentsByCode): Promise<void> => {
  await mkdir(folder, { recursive: true })
  for (const document of documents.values())
    await writeFile(path.join(folder, `${document.sku}.json`), documentText(document))
}
