import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { StartFailure } from '../start-failure.ts'

/** The migrations of a database, by name with their checksum. */
export const AppliedMigrations = z.record(z.string(), z.string())

/**
 * The lines of a backup, each a JSON value: what it is of; each table followed by its rows, which are lists of texts as
 * PostgreSQL writes them; the numbers that sequences have reached; files of the data folder in pieces; the end with a checksum
 * of all lines before it.
 */
const Line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('loam backup'),
    version: z.literal(1),
    at: z.string(),
    migrations: AppliedMigrations,
  }),
  z.object({ kind: z.literal('table'), schema: z.string(), name: z.string(), columns: z.array(z.string()) }),
  z.object({ kind: z.literal('rows'), rows: z.array(z.array(z.string().nullable())) }),
  z.object({ kind: z.literal('sequence'), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  z.object({ kind: z.literal('file'), name: z.string(), base64: z.string() }),
  z.object({ kind: z.literal('end'), sha256: z.string() }),
])

export type BackupLine = z.output<typeof Line>

/** A line before the end. */
export type ContentLine = Exclude<BackupLine, { kind: 'end' }>

/** Writes a backup that only its owner can read; refuses to replace a file. Ends it with its checksum. */
export const writeBackup = async (path: string, lines: AsyncIterable<ContentLine>): Promise<void> => {
  const hash = createHash('sha256')
  const texts = async function* (): AsyncGenerator<string> {
    for await (const line of lines) {
      const text = `${JSON.stringify(line)}\n`
      hash.update(text)
      yield text
    }
    yield `${JSON.stringify({ kind: 'end', sha256: hash.digest('hex') })}\n`
  }
  await pipeline(Readable.from(texts()), createGzip(), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
}

const unreadable = (path: string, thrown?: unknown): StartFailure =>
  new StartFailure(
    `${path} is not a backup of this shop, or a part of it is missing; nothing was changed.`,
    thrown,
  )

const parsed = (text: string, path: string): BackupLine => {
  try {
    return Line.parse(JSON.parse(text))
  } catch (thrown) {
    throw unreadable(path, thrown)
  }
}

/** The lines of a backup. Throws StartFailure for a file that is not a backup, and at the end for an incomplete one. */
export const readBackup = async function* (path: string): AsyncGenerator<BackupLine> {
  const hash = createHash('sha256')
  const unzipped = createReadStream(path)
    .on('error', (thrown) => unzipped.destroy(thrown))
    .pipe(createGunzip())
  let end: string | null = null
  try {
    for await (const text of createInterface({ input: unzipped, crlfDelay: Infinity })) {
      const line = parsed(text, path)
      if (line.kind === 'end') end = line.sha256
      else hash.update(`${text}\n`)
      yield line
    }
  } catch (thrown) {
    throw thrown instanceof StartFailure ? thrown : unreadable(path, thrown)
  }
  if (end !== hash.digest('hex')) throw unreadable(path)
}
