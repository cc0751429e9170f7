import { join } from 'node:path'
import ts from 'typescript'
import { z } from 'zod'

/** Structured data as a page sends it, and where. */
export interface SentFacts {
  readonly path: string
  readonly facts: Readonly<Record<string, unknown>> & { readonly '@type': string }
}

const Facts = z.looseObject({ '@type': z.string(), '@context': z.literal('https://schema.org') })

/** The structured data in the markup of a page. */
export const factsIn = (text: string) =>
  [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(([, json = '']) =>
    Facts.parse(JSON.parse(json)),
  )

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}

/** One declaration for each, so that the number of a line finds the page. */
const sourceOf = (sent: readonly SentFacts[]): string =>
  [
    "import type * as schema from 'schema-dts'",
    ...sent.map(
      ({ facts }, at) =>
        `export const facts${at}: schema.WithContext<schema.${facts['@type']}> = ${JSON.stringify(facts)}`,
    ),
  ].join('\n')

/**
 * What of the structured data does not follow the definitions of schema.org: a type or a property that it does not have, or a value
 * of another kind. `schema-dts` is made from these definitions; the compiler compares.
 */
export const schemaOrgErrors = (sent: readonly SentFacts[]): string[] => {
  const file = join(import.meta.dirname, 'sent-facts.ts')
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  const source = ts.createSourceFile(file, sourceOf(sent), ts.ScriptTarget.ESNext)
  host.getSourceFile = (name, ...rest) => (name === file ? source : read(name, ...rest))
  host.fileExists = (name) => name === file || ts.sys.fileExists(name)
  const program = ts.createProgram([file], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ start = 0, messageText }) => {
    const { line } = source.getLineAndCharacterOfPosition(start)
    return `${sent[line - 1]?.path ?? ''} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
