import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { defaultLocale, languages } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { splitLocale } from '#shared/locale-path.ts'
import type { RetentionTexts } from '#shared/messages/retention-text.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { ContentPage } from '../rules/content-page.ts'
import { JsonFault, parseJsonWithLines } from '../rules/json-lines.ts'
import { buildPages, isDocument, unknownRetention, withRetentionPeriods } from '../rules/page-set.ts'
import type { PageDocument } from '../rules/page-set.ts'
import { slugInFile } from '../rules/supplement-facts.ts'

/** A file of `content/pages`. */
interface PageFile {
  /** Relative to the folder above, for messages: `pages/home.json`. */
  readonly file: string
  readonly slug: string
  readonly text: string
  /** As the file says it, with its marks of retention periods. */
  readonly document: PageDocument
  readonly lineOf: (path: readonly PropertyKey[]) => number
}

/** The pages of a release. */
export interface PageFiles {
  readonly files: readonly PageFile[]
  /** What they say together, checked. */
  readonly pages: readonly ContentPage[]
  /** Retention periods as text. */
  readonly periods: RetentionTexts
}

/** A file that is no page. */
interface PageFileFault {
  readonly file: string
  readonly line: number
  readonly message: string
}

const fileFailure = ({ file, line, message }: PageFileFault): StartFailure =>
  new StartFailure(`The content file ${file} is wrong in line ${line}: ${message}.`)

const readPageFile = (file: string, text: string, periods: RetentionTexts): PageFile | PageFileFault => {
  const unknown = unknownRetention(text, periods(defaultLocale))
  if (unknown !== null) return { file, line: 1, message: `${unknown} is no period of retention.json` }
  try {
    const { value, lineOf } = parseJsonWithLines(text)
    if (!isDocument(value)) return { file, line: 1, message: 'not a page' }
    return { file, text, lineOf, document: value, slug: slugInFile(value) ?? '' }
  } catch (thrown) {
    if (thrown instanceof JsonFault) return { file, line: thrown.line, message: thrown.message }
    throw thrown
  }
}

const localeOfDocument = ({ path: address }: PageDocument): Locale =>
  splitLocale(typeof address === 'string' ? address : '', languages).locale

/** The value of a document as it is shown: with its retention periods. */
export const shownValue = (document: PageDocument, periods: RetentionTexts): unknown =>
  JSON.parse(withRetentionPeriods(JSON.stringify(document), periods(localeOfDocument(document))))

/** Reads a folder of pages, all of it however much is wrong. Files are not checked against each other. */
export const readPageFolder = async (
  folder: string,
  periods: RetentionTexts,
): Promise<{ readonly files: readonly PageFile[]; readonly faults: readonly PageFileFault[] }> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'))
  const read = await Promise.all(
    names
      .toSorted()
      .map(async (name) =>
        readPageFile(
          path.join(path.basename(folder), name),
          await readFile(path.join(folder, name), 'utf8'),
          periods,
        ),
      ),
  )
  return {
    files: read.flatMap((one) => ('document' in one ? [one] : [])),
    faults: read.flatMap((one) => ('document' in one ? [] : [one])),
  }
}

/** All pages under a folder, checked; an invalid file stops the start with its name and line. */
export const readPageFiles = async (folder: string, periods: RetentionTexts): Promise<PageFiles> => {
  const { files, faults } = await readPageFolder(folder, periods)
  if (faults[0]) throw fileFailure(faults[0])
  const {
    pages,
    faults: [wrong],
  } = buildPages(files.map((one) => ({ ...one, value: shownValue(one.document, periods) })))
  if (wrong) {
    const { file, lineOf } = wrong.source
    throw fileFailure({ file, line: lineOf(wrong.path), message: wrong.message })
  }
  return { files, pages, periods }
}
